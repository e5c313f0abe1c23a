import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SideThread, type SideThreadOptions } from '../../../engine/platform/side-thread.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Answers with what it was sent and its thread; three words make it work on, fill the memory, or end. */
const program = `const { parentPort, threadId } = require('node:worker_threads');
parentPort.on('message', (message) => {
  if (message === 'spin') for (;;);
  if (message === 'fill') for (const all = []; ; ) all.push(new Array(100_000).fill({}));
  if (message === 'exit') process.exit(3);
  parentPort.postMessage({ message, threadId });
});
parentPort.postMessage('ready');
`;

function aThread(options: Partial<SideThreadOptions> = {}): SideThread {
  const file = join(temporaryFolder('thread'), 'program.cjs');
  writeFileSync(file, program);
  const limits = { limitMs: 60_000, idleMs: 60_000, ...options };
  const thread = new SideThread({ program: () => file, ...limits });
  onTestFinished(() => thread.close());
  return thread;
}

describe('a thread beside the event loop', () => {
  it('starts when it is asked, and does one thing after another', async () => {
    const thread = aThread();
    expect(thread.isRunning).toBe(false);

    const answers = await Promise.all([thread.ask('one'), thread.ask('two')]);

    const [{ threadId }] = answers as readonly [{ threadId: number }, unknown];
    expect(answers).toEqual([
      { message: 'one', threadId },
      { message: 'two', threadId },
    ]);
  });

  it('ends when it has nothing to do, and starts again', async () => {
    const thread = aThread({ idleMs: 1 });
    await thread.ask('one');

    await eventually(() => !thread.isRunning, 'the thread ends');

    await expect(thread.ask('two')).resolves.toMatchObject({ message: 'two' });
  });

  it('ends what takes too long; what waits behind it is done', async () => {
    const thread = aThread({ limitMs: 200 });

    const [spun, after] = await Promise.allSettled([thread.ask('spin'), thread.ask('after')]);

    expect(spun).toMatchObject({ status: 'rejected', reason: { reason: 'time' } });
    expect(after).toMatchObject({ status: 'fulfilled', value: { message: 'after' } });
  });

  it.each([
    ['fill', { reason: 'memory' }],
    ['exit', { message: 'The side thread ended with 3.' }],
  ])('survives the end of its thread by %j', async (word, reason) => {
    const thread = aThread();

    await expect(thread.ask(word)).rejects.toMatchObject(reason);

    await expect(thread.ask('after')).resolves.toMatchObject({ message: 'after' });
  });

  it('refuses more work than anybody would wait for', async () => {
    const thread = aThread();

    const asked = Array.from({ length: 40 }, (_, index) => thread.ask(index));

    const ends = await Promise.allSettled(asked);
    const refused = ends.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ reason: { reason: 'busy' } });
  });

  it('gives up what it works on when it is closed', async () => {
    const thread = aThread();
    const asked = Promise.allSettled([thread.ask('spin'), thread.ask('after')]);

    await thread.close();

    expect(await asked).toMatchObject([
      { reason: { reason: 'closed' } },
      { reason: { reason: 'closed' } },
    ]);
    await expect(thread.ask('later')).rejects.toMatchObject({ reason: 'closed' });
  });
});
