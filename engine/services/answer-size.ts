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

/** JSON of a value has at least so many bytes. */
function leastBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value))
    return value.reduce((sum: number, item) => sum + leastBytes(item) + 1, 2);
  let sum = 2;
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined) sum += key.length + 3 + leastBytes(inner);
  }
  return sum;
}
