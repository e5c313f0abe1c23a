/**
 * Waits until the container engine has done what it tells of line by line, such as a pull. The library would take a failure
 * among the lines, and a line that is cut, for the end, and would hold them all.
 *
 * @throws Error with what the engine says of a failure.
 */
export async function untilDone(stream: NodeJS.ReadableStream): Promise<void> {
  stream.setEncoding('utf8');
  let open = '';
  for await (const piece of stream) {
    const lines = `${open}${String(piece)}`.split('\n');
    open = lines.pop() ?? '';
    lines.forEach(refuseFailure);
  }
  refuseFailure(open);
}

function refuseFailure(line: string): void {
  if (line.trim() === '') return;
  const { error } = JSON.parse(line) as { readonly error?: string };
  if (error !== undefined) throw new Error(error);
}
