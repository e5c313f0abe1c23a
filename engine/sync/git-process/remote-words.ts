const MAX_CHARACTERS = 2000;

/** What a remote says for people, in one line that does nothing to a terminal. */
export function remoteWords(text: string): string {
  const lines = text
    .split(/[\n\r]/)
    .map((line) => line.replace(/[\x00-\x1f\x7f-\x9f]/g, '').trim());
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .slice(-MAX_CHARACTERS);
}
