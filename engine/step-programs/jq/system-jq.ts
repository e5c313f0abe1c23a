import { execa } from 'execa';
import { writeAll } from '../print.ts';
import type { JqTask } from './jq-task.ts';
import { inWords, jqArguments } from './jq-words.ts';
import { Pieces } from './pieces.ts';

/**
 * Runs a jq of this computer. It prints by itself, and a stop of the step reaches it as a part of its process group.
 *
 * @throws Error in the words of jq, or that it cannot be started.
 */
export async function runSystemJq(task: JqTask): Promise<void> {
  const { flags, expression } = jqArguments(task);
  const { program, input } = task;
  // The last of what it says is why it fails.
  const words = new Pieces((bytes) => writeAll(2, bytes));
  const options = { input, stdout: 'inherit', buffer: false, reject: false } as const;
  const jq = execa(program, [...flags, expression], options);
  jq.stderr.on('data', (bytes: Uint8Array) => {
    for (const byte of bytes) words.add(byte);
  });
  const { failed, code, shortMessage } = await jq;
  if (!failed) return words.flush();
  if (code === 'ENOENT')
    throw new Error(
      `there is no program ${program}: install it, or leave out \`program\` to use the built-in jq`,
    );
  throw new Error(inWords(words.take()) || shortMessage);
}
