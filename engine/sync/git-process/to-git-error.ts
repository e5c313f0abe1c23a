import { GitError } from './git.ts';

/** What the library says of objects that are missing or not what they should be (its errors have codes). */
const damage = new Set([
  'NotFoundError',
  'ObjectTypeError',
  'InternalError',
  'ParseError',
  'EmptyServerResponseError',
]);
/** Of files. */
const files = new Set([
  'ENOENT',
  'EISDIR',
  'ENOTDIR',
  'Z_DATA_ERROR',
  'Z_BUF_ERROR',
  'ERR_OUT_OF_RANGE',
  'ERR_BUFFER_TOO_LARGE',
]);

/** Any error as one that says what it means for the repository. */
export function toGitError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  const { code = '', message } = error as { readonly code?: string; readonly message: string };
  const options = { cause: error };
  if (code === 'SmartHttpError' || code === 'HttpError') {
    return new GitError(
      'not-found',
      'The address does not answer as a Git repository. Check it.',
      options,
    );
  }
  if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS' || code === 'EDQUOT') {
    return new GitError('failed', `The repository cannot be stored here: ${message}`, options);
  }
  if (damage.has(code) || files.has(code)) {
    return new GitError(
      'damaged',
      `The copy of the repository on this machine is damaged (${message}). The next pull gets it again.`,
      options,
    );
  }
  return new GitError('failed', `Git failed: ${message}`, options);
}

/** A message without these texts, in any form in which a library may repeat them. */
export function withoutSecrets(message: string, secrets: readonly (string | null)[]): string {
  const forms = secrets.flatMap((secret) =>
    secret === null || secret === ''
      ? []
      : [secret, encodeURIComponent(secret), Buffer.from(`token:${secret}`).toString('base64')],
  );
  return forms.reduce((text, form) => text.replaceAll(form, '*******'), message);
}
