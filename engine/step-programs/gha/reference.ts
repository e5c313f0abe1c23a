/** An action in a folder of this computer. */
interface LocalAction {
  readonly kind: 'path';
  readonly path: string;
}

/** An action in a Git repository. */
export interface RemoteAction {
  readonly kind: 'remote';
  /** Null: on the server of GitHub. */
  readonly url: string | null;
  /** `owner/name`. */
  readonly repository: string;
  /** Within the repository; empty: at its top. */
  readonly folder: string;
  /** Branch, tag or commit. */
  readonly ref: string;
}

/** What names an action. @throws Error in words for a person, for what names none. */
export function parseReference(text: string): LocalAction | RemoteAction {
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(text)) return { kind: 'path', path: text };
  const [, url, owner, name, folder = '', ref] =
    /^(?:(https?:\/\/[^/@\s]+)\/)?([^/@\s]+)\/([^/@\s]+)((?:\/[^/@\s]+)*)@(\S+)$/.exec(text) ?? [];
  if (owner === undefined || name === undefined || ref === undefined) {
    throw new Error(
      `${JSON.stringify(text)} names no action: write a folder (\`./action\`) or \`owner/repository@ref\``,
    );
  }
  const parts = folder.split('/').filter(Boolean);
  if (parts.includes('..')) throw new Error(`${JSON.stringify(text)} leaves its repository`);
  const repository = `${owner}/${name}`;
  return {
    kind: 'remote',
    url: url === undefined ? null : `${url}/${repository}`,
    repository,
    folder: parts.join('/'),
    ref,
  };
}
