import { EngineError } from '../contract/errors.ts';
import { masking, replaceSecrets, searchFor } from '../platform/masking/masker.ts';

/** A secret whose value is known here. */
export interface KnownSecret {
  /** As people know it: the variable of a DAG, a setting, what it opens. */
  readonly title: string;
  readonly value: string;
}

/** What is about to leave this computer. */
export interface LeavingText {
  /** As people know it: the path of a file. */
  readonly title: string;
  readonly text: string;
}

/** Shorter ones are words that stand in many texts. */
const MIN_LENGTH = 8;
/** Of more of them nobody reads. */
const MAX_NAMED = 10;

/**
 * Refuses texts that hold the value of a secret, plain or in a form by which logs hide it, such as base64.
 *
 * @throws EngineError `bad_request` that names secret, text and line, and never the value.
 */
export function refuseSecrets(
  texts: readonly LeavingText[],
  secrets: readonly KnownSecret[],
): void {
  const found = secrets
    .filter(({ value }) => value.trim().length >= MIN_LENGTH)
    .flatMap((secret) => findIn(texts, secret));
  if (found.length === 0) return;
  const named = found.slice(0, MAX_NAMED);
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
  throw new EngineError(
    'bad_request',
    `Nothing was published, because it would publish the value of a secret: ${named.join('; ')}${more}. ` +
      'Remove the value, and read it from `secrets` instead.',
  );
}

function findIn(texts: readonly LeavingText[], { title, value }: KnownSecret): readonly string[] {
  const search = searchFor([{ runKey: '', name: title, value: value.trim() }]);
  return texts.flatMap((leaving) => {
    const hidden = replaceSecrets(search, masking, leaving.text);
    if (hidden === leaving.text) return [];
    return [`${leaving.title} line ${firstDifference(leaving.text, hidden)} has ${title}`];
  });
}

/** The line, from 1, in which two texts begin to differ. */
function firstDifference(text: string, other: string): number {
  let at = 0;
  while (text[at] === other[at]) at++;
  return text.slice(0, at).split('\n').length;
}
