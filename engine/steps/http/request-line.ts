/** The parts of `<METHOD> <URL>`; null for a text of another form. */
export function requestLine(
  text: string,
): { readonly method: string; readonly url: string } | null {
  const [, method, url] = /^\s*([A-Za-z]+)\s+(\S[^]*?)\s*$/.exec(text) ?? [];
  return method === undefined || url === undefined ? null : { method: method.toUpperCase(), url };
}

/** Whether it may have that form once it is expanded. */
export function mayBeRequest(text: string): boolean {
  return requestLine(text) !== null || /^\s*[$`]/.test(text);
}
