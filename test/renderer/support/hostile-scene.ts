import type { DagListItem } from '#contract/dag.ts';
import type { NodeObject, RunDetail } from '#contract/run.ts';
import type { NodeStatus } from '#contract/status.ts';
import { anApiKey, aUser, someAccounts } from './access-fixtures.ts';
import { aDagItem } from './dag-fixtures.ts';
import type { FakeState } from './fake-engine.ts';
import { aQueueItem } from './queue-fixtures.ts';
import { aNode, aRun } from './run-fixtures.ts';
import { aCalendar } from './schedule-fixtures.ts';
import { aScene } from './scene.ts';

export const HOSTILE_RUN = 'hostile-run';

/** Texts that somebody else wrote, and that a layout or a reader falls for. */
export const hostileTexts = {
  /** 200 characters, and no place to break. */
  long: 'Unbreakable'.repeat(18).slice(0, 200),
  words: 'a name of very many words that goes on and on '.repeat(5).trim(),
  rtl: 'تقرير المبيعات اليومي لكل المناطق',
  /** Reads as `invoice-exe.png` where the override acts. */
  override: 'invoice-\u202egnp.exe',
  isolate: '\u2067approved\u2069 \u202dby\u202c admin',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 backup ✅🔥',
  markup: '<img src=x onerror=alert(1)><b>bold</b>',
  zalgo: `z${'\u0334\u0321'.repeat(30)}algo`,
  control: 'bell\u0007 tab\t null\u0000 line\nfeed',
} as const;

const all = Object.values(hostileTexts);
const pick = (index: number): string => all[index % all.length] ?? '';
const statuses: readonly NodeStatus[] = ['succeeded', 'failed', 'running', 'waiting', 'skipped'];

/** Every text of the scene is hostile; its addresses are usual ones. */
export function aHostileScene(now = Date.now()): FakeState {
  const scene = aScene(now);
  const dags = all.flatMap((name, index) => hostileDag(name, index, now));
  const run = hostileRun(now);
  return {
    ...scene,
    dags,
    runs: [run, ...all.map((name, index) => earlier(name, index, now))],
    specs: new Map([['hostile-0', hostileSpec()]]),
    logs: new Map(
      all.map((name) => [
        `${HOSTILE_RUN}/${name}/stdout`,
        { lines: 40, line: (number) => pick(number) },
      ]),
    ),
    outputs: Object.fromEntries(all.map((name, index) => [name, pick(index + 1)])),
    variables: all.map((name, index) => ({
      name,
      value: pick(index + 2),
      source: 'dag',
      from: '',
    })),
    attempts: new Map(),
    calendar: (from, to) => hostileCalendar(now, from, to),
    queues: all.slice(0, 4).map((name, index) => hostileQueue(name, index, now)),
    problem: '',
    notice: '',
  };
}

/** The same with people, keys and nodes of such names. */
export function aHostileSceneWithAccounts(now = Date.now()): FakeState {
  const access = someAccounts(now);
  access.users.push(...all.map((name, index) => ({ ...aUser(name), id: `hostile-${index}` })));
  access.apiKeys = all.map((name, index) => ({
    ...anApiKey(name, { description: pick(index + 1) }),
    id: `hostile-${index}`,
  }));
  access.nodes = all.map((name, index) => ({
    name,
    baseUrl: `https://${pick(index)}`,
    authType: 'token',
    credential: 'keychain',
  }));
  access.audit = access.audit.map((entry, index) => ({
    ...entry,
    target: pick(index),
    actor: pick(index + 1),
    message: pick(index + 2),
  }));
  return { ...aHostileScene(now), access };
}

function hostileDag(name: string, index: number, now: number): DagListItem {
  const item = aDagItem(name, now, {
    group: pick(Math.floor(index / 2)),
    tags: all.map((text) => text.replaceAll(/\s/g, '_')).join(' '),
    cron: index % 2 === 0 ? '30 2 * * 1-6' : '*/7 1-5,9,13 1,15 * 0',
    params: all.map((text) => `${text.replaceAll(/\W/g, '_')}=${pick(index)}`),
    status: index % 3 === 1 ? 'failed' : 'succeeded',
    error: pick(index),
    next: 3_600_000,
    ...(index === 5 ? { broken: pick(0) } : {}),
  });
  return {
    ...item,
    fileName: `hostile-${index}`,
    dag: { ...item.dag, description: pick(index + 1) },
  };
}

function hostileRun(now: number): RunDetail {
  const began = now - 500_000;
  return {
    ...aRun(hostileTexts.long, 'failed', {
      dagRunId: HOSTILE_RUN,
      startedAt: new Date(began).toISOString(),
      finishedAt: new Date(now).toISOString(),
      params: JSON.stringify(Object.fromEntries(all.map((name, index) => [name, pick(index + 1)]))),
      error: hostileTexts.words,
    }),
    attempt: 2,
    preconditions: all.map((condition, index) => ({
      condition,
      expected: pick(index + 1),
      negate: false,
      error: pick(index + 2),
    })),
    nodes: all.map((name, index) => hostileNode(name, index, began)),
  };
}

function hostileNode(name: string, index: number, began: number): NodeObject {
  const status = statuses[index % statuses.length] ?? 'succeeded';
  const isGate = status === 'waiting';
  const input = isGate ? [...all] : [];
  return aNode(name, began, {
    status,
    from: index * 20,
    ...(status === 'running' || isGate ? {} : { to: index * 20 + 60 }),
    depends: index === 0 ? [] : [pick(index - 1)],
    step: {
      description: pick(index + 1),
      command: pick(index + 2),
      output: name,
      ...(isGate ? { type: 'hitl', gate: { prompt: pick(index), input, required: [] } } : {}),
    },
    changes: { error: status === 'failed' ? pick(index) : '', exitCode: 1 },
  });
}

function earlier(name: string, index: number, now: number): RunDetail {
  const startedAt = new Date(now - (index + 1) * 3_600_000).toISOString();
  const params = JSON.stringify({ [pick(index + 1)]: pick(index + 2) });
  const changes = { dagRunId: `${name}-${index}`, startedAt, finishedAt: startedAt, params };
  const run = aRun(name, index % 2 === 0 ? 'failed' : 'succeeded', {
    ...changes,
    error: pick(index),
  });
  return { ...run, attempt: 1, preconditions: [], nodes: [] };
}

function hostileCalendar(now: number, from: number, to: number): ReturnType<typeof aCalendar> {
  const calendar = aCalendar(now, { from, to });
  return {
    ...calendar,
    dags: calendar.dags.map((dag, index) => ({
      ...dag,
      name: pick(index),
      slots: dag.slots.map((slot) => ({ ...slot, name: pick(index), detail: pick(index + 1) })),
    })),
  };
}

function hostileQueue(name: string, index: number, now: number): FakeState['queues'][number] {
  const running = [aQueueItem(pick(index + 1), now, { ago: 3 })];
  const queued = all.map((text, place) =>
    aQueueItem(text, now, {
      position: place + 1,
      ago: 12,
      reason: pick(place + 3),
      params: JSON.stringify({ [pick(place + 1)]: text }),
    }),
  );
  return {
    name,
    type: 'global',
    maxConcurrency: 1,
    runningCount: running.length,
    queuedCount: queued.length,
    running,
    queued,
  };
}

function hostileSpec(): string {
  const steps = all.map(
    (text) => `  - name: ${JSON.stringify(text)}\n    comand: ${text.split('\n')[0]}`,
  );
  return `description: ${JSON.stringify(hostileTexts.override)}\nsteps:\n${steps.join('\n')}\n`;
}
