/** A parameter as a line of text names it; a null name is a positional one. */
export interface TextParam {
  readonly name: string | null;
  readonly value: string;
}

/** A parameter as it is typed: a start that is given this text reads exactly this one. */
export function formatParam({ name, value }: TextParam): string {
  const plain = value !== '' && !/[\s"'`\\]|^[{[]/.test(value);
  const isSafe = plain && (name !== null || !value.includes('='));
  const written = isSafe ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
  return name === null ? written : `${name}=${written}`;
}
