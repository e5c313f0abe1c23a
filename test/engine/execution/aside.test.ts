import { AsyncResource } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toWireError } from '../../../engine/contract/errors.ts';
import { Aside } from '../../../engine/execution/aside/aside.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { requestWork, workingFor, asOwnWork } from '../../../engine/lib/request-work.ts';
import { SideThread, type AskOptions } from '../../../engine/platform/side-thread.ts';
import { temporaryFolder } from '../../support/home.ts';

/** Does its work in a thread that does this with each. */
function anAside(work: string): Aside {
  const file = join(temporaryFolder('aside'), 'program.cjs');
  const program = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', (job) => { ${work} });
parentPort.postMessage('ready');
`;
  writeFileSync(file, program);
  const aside = new Aside(new SideThread({ program: () => file, limitMs: 100, idleMs: 60_000 }));
  onTestFinished(() => aside.close());
  return aside;
}

const large = `description: ${'x'.repeat(20_000)}\nsteps:\n  - command: "true"\n`;
const load = (aside: Aside, text = large) => aside.load(text, { name: 'a', under: null });

it('a definition that takes too long is refused, and says so where it stands', async () => {
  const { dag, issues } = await load(anAside('for (;;);'));

  expect(dag).toBeNull();
  expect(issues).toMatchObject([
    { message: expect.stringMatching(/takes more than 2 seconds to check.*Make it smaller/) },
  ]);
});

it('what goes wrong in the thread is told as it is', async () => {
  const failed = anAside("parentPort.postMessage({ kind: 'failed', error: new Error('a bug') })");
  const refused = anAside(
    "parentPort.postMessage({ kind: 'refused', error: { code: 'bad_request', message: 'no' } })",
  );

  await expect(load(failed)).rejects.toThrow('a bug');
  await expect(load(refused)).rejects.toMatchObject({ code: 'bad_request', message: 'no' });
});

it('callers are told to come back while too many wait, and that the engine stops', async () => {
  const aside = anAside('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)');
  const asked = Promise.allSettled(Array.from({ length: 34 }, () => load(aside)));

  await aside.close();

  const reasons = (await asked).map((end) => (end.status === 'rejected' ? end.reason : null));
  expect(toWireError(reasons.at(-1))).toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 5 },
  });
  expect(reasons[0]).toMatchObject({ code: 'service_unavailable' });
  // The last of them alone was too much.
  expect(reasons.filter(({ code }) => code === 'rate_limited')).toHaveLength(1);
});

it('a small definition needs no thread', async () => {
  const aside = anAside('process.exit(1)');

  const { dag } = await load(aside, 'steps:\n  - command: "true"\n');

  expect(dag).not.toBeNull();
});

it('two texts of which one is large are compared in the thread, and refused when that takes too long', async () => {
  const texts = { before: large, after: null, name: 'a', under: null };
  const options = { now: 0, timezone: 'UTC' };

  const refused = await anAside('for (;;);').compare({ ...texts, ...options });
  const small = await anAside('process.exit(1)').compare({
    ...texts,
    ...options,
    before: 'name: b\nsteps: [echo]\n',
    after: 'steps: [date]\n',
  });

  expect(refused.difference).toMatchObject({
    change: 'unknown',
    errors: { before: [{ message: expect.stringContaining('comparison takes more than') }] },
  });
  expect(small).toMatchObject({ difference: { change: 'changed' }, names: ['b', 'a'] });
});

it('texts of which one is large are merged in the thread, and refused when that takes too long', async () => {
  const texts = { base: 'a\n', mine: 'b\n', theirs: 'a\nc\n' };

  const small = await anAside('process.exit(1)').merge({ ...texts, theirs: 'a\n' });
  const refused = await anAside('for (;;);')
    .merge({ ...texts, mine: large })
    .catch((error: unknown) => error);

  expect(small).toEqual([{ kind: 'mine', text: 'b\n' }]);
  expect(refused).toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('This merge takes more than'),
  });
});

it('a base.yaml that takes too long is refused, and says so in each definition', async () => {
  const base = await anAside('for (;;);').loadBase(large);
  const { dag, issues } = loadDag('steps:\n  - command: "true"\n', { name: 'a', base });

  expect(dag).toBeNull();
  expect(issues[0]?.message).toMatch(/^base.yaml .*takes more than 2 seconds to check/);
});

/** What the thread is asked, and by whom; it answers nothing but how long that took. */
function counted(usedMs = 0) {
  const asked: AskOptions[] = [];
  const ask = (_job: unknown, options: AskOptions = {}): Promise<unknown> => {
    asked.push(options);
    return Promise.resolve({ kind: 'done', value: null, usedMs });
  };
  return { aside: new Aside({ ask, close: () => Promise.resolve() }), asked };
}

const small = `description: ${'x'.repeat(900)}\nsteps: ["true"]\n`;
const caller = { lane: 'ann', gone: undefined };

it('many small definitions of one request are large together, and small again for the next one', async () => {
  const { aside, asked } = counted();
  const loadMany = async () => {
    for (let index = 0; index < 20; index += 1) await load(aside, small);
  };

  await workingFor(caller, loadMany);
  const first = asked.length;
  await workingFor(caller, () => load(aside, small));
  await loadMany();

  // A share is 8 Ki characters.
  expect(first).toBe(12);
  expect(asked).toHaveLength(first);
});

it('what a request asks takes the turn of its caller and ends with the request, unless others wait for it too', async () => {
  const { aside, asked } = counted();
  const { signal } = new AbortController();

  await workingFor({ lane: 'ann', gone: signal }, () => load(aside));
  await workingFor({ lane: 'ann', gone: signal }, () => load(aside.shared()));
  await load(aside);

  expect(asked.map(({ lane, signal: given }) => [lane, given])).toEqual([
    ['ann', signal],
    ['ann', undefined],
    [undefined, undefined],
  ]);
});

it('one request has half a minute in all, and what others wait for does not count', async () => {
  const { aside, asked } = counted(10_000);

  const refused = workingFor(caller, async () => {
    for (let index = 0; index < 5; index += 1) await load(aside.shared());
    for (;;) await load(aside);
  });

  await expect(refused).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'This request takes more than 30 seconds to check. Ask for less at a time.',
  });
  expect(asked).toHaveLength(5 + 3);
});

it('what goes on when a request is answered is work of the engine', async () => {
  let later: (() => unknown) | undefined;

  await workingFor(caller, () => {
    expect(requestWork()).toMatchObject({ lane: 'ann' });
    later = AsyncResource.bind(() => requestWork());
    expect(asOwnWork(() => requestWork())).toBeUndefined();
  });

  expect(later?.()).toBeUndefined();
});

it('a few expressions make a text large', async () => {
  const { aside, asked } = counted();
  const text = (count: number) =>
    `steps:\n  - command: x\n    continue_on: {output: [${'"re:a", '.repeat(count)}]}\n`;

  await load(aside, text(5));
  await load(aside, text(10));

  expect(asked).toHaveLength(1);
});

it('many items make a text large, in however few letters', async () => {
  const { aside, asked } = counted();
  const groups = (count: number) => `steps:\n${'  - [a, b, c, d]\n'.repeat(count)}`;

  await load(aside, groups(10));
  await load(aside, groups(200));

  expect(groups(200).length).toBeLessThan(4000);
  expect(asked).toHaveLength(1);
});

it('a schedule with many zones is looked through in the thread', async () => {
  const { aside, asked } = counted();
  const schedule = (count: number) => ({
    start: Intl.supportedValuesOf('timeZone')
      .slice(0, count)
      .map((timezone) => ({ expression: '0 0 * * *', cron: '0 0 * * *', timezone })),
    stop: [],
    restart: [],
  });
  const range = { after: 0, timezone: 'UTC', count: 1 };

  expect(await aside.slots({ schedule: schedule(3), range })).toHaveLength(1);
  await aside.slots({ schedule: schedule(50), range });

  expect(asked).toHaveLength(1);
});
