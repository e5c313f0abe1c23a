/**
 * Waits until the container engine has done what it tells of line by line, such as a pull. The library would take a failure
 * among the lines, and a line that is cut, for the end, and would hold them all. `hear` gets what a build says.
 *
 * @throws Error with what the engine says of a failure.
 */
export async function untilDone(
  stream: NodeJS.ReadableStream,
  hear: (words: string) => void = () => undefined,
): Promise<void> {
  stream.setEncoding('utf8');
  let open = '';
  for await (const piece of stream) {
    const lines = `${open}${String(piece)}`.split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) hear(wordsOf(line));
  }
  hear(wordsOf(open));
}

/** @throws Error where the line tells of a failure. */
function wordsOf(line: string): string {
  if (line.trim() === '') return '';
  const { stream = '', error } = JSON.parse(line) as {
    readonly stream?: string;
    readonly error?: string;
  };
  if (error !== undefined) throw new Error(error);
  return stream;
}
