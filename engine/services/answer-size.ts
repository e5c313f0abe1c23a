import { EngineError } from '../contract/errors.ts';

/** 16 MiB. Lists are asked for by page, and files have a download of their own. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Refuses a request whose answer is larger than that. */
export function answerTooLarge(): EngineError {
  const message =
    'The response is larger than 16 MiB. Request less: use paging, a limit or a range.';
  return new EngineError('bad_request', message);
}

/**
 * Counts what an answer comes to while it is made, so that one which would be refused in the end takes neither memory nor
 * time. It counts texts and keys, of which answers consist: what is refused is certainly too large.
 */
export class AnswerSize {
  #left = MAX_ANSWER_BYTES;

  /**
   * A part of the answer, as it is.
   *
   * @throws EngineError `bad_request` when all parts together are too large.
   */
  add<T>(part: T): T {
    this.#left -= leastBytes(part);
    if (this.#left < 0) throw answerTooLarge();
    return part;
  }
}

/** JSON of a value has at least so many bytes. Of a list of runs it looks at ten thousand values: so it makes nothing. */
function leastBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 2;
  if (Array.isArray(value)) {
    for (const item of value) sum += leastBytes(item) + 1;
    return sum;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const inner = fields[key];
    if (inner !== undefined) sum += key.length + 3 + leastBytes(inner);
  }
  return sum;
}
