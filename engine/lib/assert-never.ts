/** Closes a union: what is added to it and not dealt with fails to compile here. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected: ${JSON.stringify(value)}`);
}
