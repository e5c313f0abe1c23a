import { describe, expect, it } from 'vitest';
import type { ScheduledDag } from '../../../engine/scheduler/ports.ts';
import { ruleOn, slotRules } from '../../../engine/scheduler/slot-rules.ts';

const sound: ScheduledDag = {
  fileName: 'etl',
  name: 'etl',
  schedule: { start: [], stop: [], restart: [] },
  policy: {
    skipIfSuccessful: true,
    restartWaitSec: 0,
    catchupWindowMs: 60_000,
    overlapPolicy: 'skip',
    jitterSec: 0,
  },
  suspended: false,
  isUnderReview: false,
  problem: null,
  isUnfinished: false,
};

interface Given {
  readonly dag: ScheduledDag | null;
  readonly mayWait: () => boolean;
  readonly restarting: () => string | null;
  readonly succeeded: () => string | undefined;
  readonly kind: 'start';
  readonly at: number;
  readonly foundAt: number;
  readonly downtime: null;
  readonly timezone: string;
}

/** Of a slot that nothing forbids. */
const facts: Given = {
  dag: sound,
  mayWait: () => true,
  restarting: () => null,
  succeeded: () => undefined,
  kind: 'start',
  at: 0,
  foundAt: 1000,
  downtime: null,
  timezone: 'UTC',
};

const purposes = [
  'start',
  'stop',
  'restart',
  'putOff',
  'backlog',
  'catchUp',
  'restarting',
] as const;
type Purpose = (typeof purposes)[number];

/** What becomes of a slot for each purpose, in a few words. */
function fates(given: Partial<Given>): Readonly<Record<string, string>> {
  const said = purposes.flatMap((purpose) => {
    const ruling = ruleOn(purpose, { ...facts, ...given });
    if (ruling === null) return [];
    return [[purpose, ruling === 'later' ? ruling : `${ruling.fate}/${ruling.reason}`] as const];
  });
  return Object.fromEntries(said);
}

const forAll = (named: readonly Purpose[], fate: string) =>
  Object.fromEntries(named.map((purpose) => [purpose, fate]));

const suspended: ScheduledDag = { ...sound, suspended: true };
const pulled: ScheduledDag = { ...sound, isUnderReview: true };
const invalid: ScheduledDag = { ...sound, problem: 'steps is missing' };
const unfinished: ScheduledDag = { ...invalid, isUnfinished: true };

/** By rule, in their order: when it decides, and for what. */
const cases: readonly (readonly [
  rule: string,
  given: Partial<Given>,
  fates: Readonly<Partial<Record<Purpose, string>>>,
])[] = [
  [
    'deleted',
    { dag: null },
    {
      ...forAll(['start', 'stop', 'restart', 'putOff', 'catchUp', 'restarting'], 'skipped/deleted'),
      backlog: 'missed/busy',
    },
  ],
  ['suspended', { dag: suspended }, forAll(purposes, 'skipped/suspended')],
  [
    'under review',
    { dag: pulled },
    forAll(['start', 'restart', 'putOff', 'catchUp', 'restarting'], 'skipped/under_review'),
  ],
  [
    'unfinished',
    { dag: unfinished },
    {
      ...forAll(['start', 'restart', 'putOff', 'catchUp'], 'later'),
      restarting: 'skipped/invalid',
      backlog: 'missed/busy',
    },
  ],
  [
    'invalid',
    { dag: invalid },
    {
      ...forAll(['start', 'restart', 'putOff', 'catchUp', 'restarting'], 'skipped/invalid'),
      backlog: 'missed/busy',
    },
  ],
  ['being restarted', { restarting: () => 'one' }, forAll(['start', 'restart'], 'skipped/overlap')],
  [
    'skip_if_successful',
    { succeeded: () => 'one' },
    forAll(['start', 'catchUp'], 'skipped/already_succeeded'),
  ],
  ['missed', { foundAt: 120_000 }, { backlog: 'missed/busy' }],
];

/** Of several rules that would decide, the first does. */
const ranked: readonly (readonly [fate: string, given: Partial<Given>])[] = [
  ['skipped/deleted', { dag: null, succeeded: () => 'one' }],
  ['skipped/suspended', { dag: { ...unfinished, suspended: true } }],
  ['skipped/under_review', { dag: { ...unfinished, isUnderReview: true } }],
  ['skipped/invalid', { dag: unfinished, mayWait: () => false }],
  ['skipped/overlap', { restarting: () => 'one', succeeded: () => 'two' }],
];

describe('the rules of the scheduler', () => {
  it.each(cases)('%s: decide what they are for, and nothing else', (_, given, expected) => {
    expect(fates(given)).toEqual(expected);
  });

  it('each have a case, in the order of their ranks', () => {
    expect(slotRules.map(({ name }) => name)).toEqual(cases.map(([name]) => name));
  });

  it('say nothing of a slot that nothing forbids', () => {
    expect(fates({})).toEqual({});
  });

  it.each(ranked)('decide by rank: %s', (fate, given) => {
    expect(fates(given)['start']).toBe(fate);
  });

  it('ask for no run where the DAG does not want that', () => {
    const dag = { ...sound, policy: { ...sound.policy, skipIfSuccessful: false } };

    expect(fates({ dag, succeeded: () => 'one' })).toEqual({});
  });

  it('name the run that a slot met', () => {
    const restarted: Given = { ...facts, restarting: () => 'one' };
    const done: Given = { ...facts, succeeded: () => 'two' };

    expect(ruleOn('start', restarted)).toMatchObject({ dagRunId: 'one' });
    expect(ruleOn('catchUp', done)).toMatchObject({ dagRunId: 'two' });
  });
});
