/** What one expanded value may hold, in characters. */
const MAX_EXPANDED = 1024 * 1024;
/** What all values may hold that are expanded for one purpose: a start, a step, a dry run. */
const MAX_TOGETHER = 16 * MAX_EXPANDED;

/** What may still be expanded for one purpose. */
export interface Allowance {
  left: number;
}

/** A value, or many together, that would become too large. The message is for people. */
export class ExpansionError extends Error {
  override readonly name = 'ExpansionError';
}

/** An allowance for texts that are expanded together, in characters. */
export function newAllowance(left = MAX_TOGETHER): Allowance {
  return { left };
}

/**
 * A value that is put together of texts and what stands for references. Whatever is expanded grows here, and is refused
 * as soon as it grows too large: a few lines that name each other could fill any memory.
 */
export class ExpandedText {
  readonly #allowance: Allowance | undefined;
  #text = '';

  constructor(allowance?: Allowance) {
    this.#allowance = allowance;
  }

  get text(): string {
    return this.#text;
  }

  /** @throws ExpansionError */
  add(part: string): void {
    if (this.#text.length + part.length > MAX_EXPANDED) {
      throw new ExpansionError('the expanded value is larger than 1 MiB');
    }
    if (this.#allowance !== undefined) take(this.#allowance, part.length);
    this.#text += part;
  }
}

/** @throws ExpansionError */
export function take(allowance: Allowance, characters: number): void {
  allowance.left -= characters;
  if (allowance.left < 0) {
    throw new ExpansionError('all expanded values together are larger than 16 MiB');
  }
}

/**
 * Replaces what a global pattern finds, as `String.replace` does.
 *
 * @throws ExpansionError
 */
export function replaceIn(
  text: string,
  { pattern, allowance }: { readonly pattern: RegExp; readonly allowance: Allowance | undefined },
  replace: (match: RegExpExecArray) => string,
): string {
  const replaced = new ExpandedText(allowance);
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    replaced.add(text.slice(end, match.index));
    replaced.add(replace(match));
    end = match.index + match[0].length;
  }
  replaced.add(text.slice(end));
  return replaced.text;
}
