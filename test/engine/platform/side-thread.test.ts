import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SideThread, type SideThreadOptions } from '../../../engine/platform/side-thread.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Answers with what it was sent and its thread; some words make it work on, wait, fill the memory, or end. */
const program = `const { parentPort, threadId } = require('node:worker_threads');
const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
parentPort.on('message', (message) => {
  if (message === 'spin') for (;;);
  if (message.used) for (;;) message.used[0] = process.threadCpuUsage().user / 1000;
  if (message === 'wait') wait();
  if (message === 'wait a little') wait(500);
  if (message === 'fill') for (const all = []; ; ) all.push(new Array(1_000_000).fill(0.5));
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

  it('ends what has used its time, before it takes much more', async () => {
    const used = new Float64Array(new SharedArrayBuffer(8));
    const thread = aThread({ limitMs: 300 });

    await expect(thread.ask({ used })).rejects.toMatchObject({ reason: 'time' });

    // Whoever waits for a processor is looked at five times.
    expect(used[0]).toBeLessThan(3 * 300);
  });

  it('gives more time to what uses none, and not for ever', async () => {
    const thread = aThread({ limitMs: 400 });

    await expect(thread.ask('wait a little')).resolves.toMatchObject({ message: 'wait a little' });
    await expect(thread.ask('wait')).rejects.toMatchObject({ reason: 'time' });
  });

  it('survives a thread that ends before anybody looks at it', async () => {
    const folder = temporaryFolder('ends');
    const [file, ended] = [join(folder, 'ends.cjs'), join(folder, 'ended')];
    writeFileSync(
      file,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(ended)}, ''));
require('node:worker_threads').parentPort.postMessage('ready');
process.exit(3);`,
    );
    const thread = aThread({ program: () => file });

    const asked = thread.ask('one');
    // It says that it is ready and is gone, and only then the event loop goes on.
    while (!existsSync(ended));
    spawnSync(process.execPath, ['--version']);

    await expect(asked).rejects.toThrow('The side thread ended with 3.');
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

  it('does the work of one lane after that of the other, however much each of them wants', async () => {
    const thread = aThread();
    const done: string[] = [];
    const ask = async (lane: string, word: string): Promise<void> => {
      await thread.ask(word, { lane });
      done.push(word);
    };

    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((word) => ask('a', word)),
      ...['b1', 'b2'].map((word) => ask('b', word)),
      ask('', 'own'),
    ]);

    expect(done).toEqual(['a1', 'a2', 'b1', 'own', 'a3', 'b2', 'a4']);
  });

  it('refuses more work of one lane, and takes that of the others', async () => {
    const thread = aThread();
    const flood = Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => thread.ask(index, { lane: 'a' })),
    );

    const other = thread.ask('other', { lane: 'b' });

    await expect(other).resolves.toMatchObject({ message: 'other' });
    const ends = await flood;
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  });

  it('has room for its own work, however many lanes are full', async () => {
    const thread = aThread();
    const lanes = Array.from({ length: 12 }, (_, index) => `lane ${index}`);
    const flood = Promise.allSettled(
      lanes.flatMap((lane) =>
        Array.from({ length: 32 }, (_, index) => thread.ask(index, { lane })),
      ),
    );

    await expect(thread.ask('own')).resolves.toMatchObject({ message: 'own' });
    const ends = await flood;
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(257);
  });

  it('ends what nobody wants any more, whether it has begun or waits, and does the rest', async () => {
    const thread = aThread();
    const [begun, waits] = [new AbortController(), new AbortController()];
    const asked = Promise.allSettled([
      thread.ask('spin', { signal: begun.signal }),
      thread.ask('waits', { signal: waits.signal }),
      thread.ask('after'),
    ]);

    waits.abort();
    begun.abort();

    expect(await asked).toMatchObject([
      { reason: { reason: 'gone' } },
      { reason: { reason: 'gone' } },
      { value: { message: 'after' } },
    ]);
    await expect(thread.ask('late', { signal: begun.signal })).rejects.toMatchObject({
      reason: 'gone',
    });
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
