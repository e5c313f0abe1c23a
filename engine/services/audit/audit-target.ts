import type { Operation } from '../../contract/operation.ts';
import { pathFields } from '../../contract/rest.ts';

/** Fields beside those of the path that say what a call was about. None of them can hold a secret. */
const naming = ['name', 'dagName', 'dagRunId', 'newFileName', 'newDagRunId'] as const;
const MAX_LETTERS = 300;

/**
 * What a call was about: the names and ids in its input, and the run that it began. Text that a caller may have put
 * into the wrong field is not among them: of user names only those that somebody has.
 */
export function targetOf(
  operation: Operation,
  called: { readonly input: unknown; readonly output: unknown },
  isUser: (username: string) => boolean,
): string {
  const [input, answer] = [fieldsOf(called.input), fieldsOf(called.output)];
  const fields = new Set([...pathFields(operation), ...naming]);
  const words = [...fields].flatMap((field) => textOf(input[field]));
  const begun = input['dagRunId'] === undefined ? textOf(answer['dagRunId']) : [];
  const users = [input['username'], fieldsOf(answer['user'])['username']];
  const about = [...words, ...begun, ...users.flatMap(textOf).filter(isUser)];
  return `${[...new Set(about)].join('/')}${nodeOf(input)}`.slice(0, MAX_LETTERS);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function nodeOf({ remoteNode }: Readonly<Record<string, unknown>>): string {
  return typeof remoteNode === 'string' && remoteNode !== 'local' ? `@${remoteNode}` : '';
}
