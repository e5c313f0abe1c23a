import fc from 'fast-check';
import type { HandlerName } from '../../../engine/dag/definition.ts';
import type { Case, CaseCondition, CaseDag, CaseHandler, CaseRepeat, CaseStep } from './case.ts';
import { buildDag, type RawStep } from './build-dag.ts';
import type { Kill } from './simulation.ts';

const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T, weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(otherwise), weight }, { arbitrary: value, weight: 1 });

const expected = fc.constantFrom('a', 're:a', 're:^b?$', 're:.*');
/** Null stands for the output of some step before, where there is one. */
const word = fc.constantFrom('a', 'b', null);

const condition = fc.record({ word, expected, negate: fc.boolean(), of: fc.nat(11) });
const fixedCondition: fc.Arbitrary<CaseCondition> = fc.record({
  text: fc.constantFrom('a', 'a', 'b'),
  expected: fc.constantFrom('a', 're:.*'),
  negate: rarely(fc.constant(true), false),
});

const pause = {
  intervalSec: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 })),
  backoff: fc.constantFrom(1, 2, 3),
  maxIntervalSec: rarely(fc.integer({ min: 1, max: 5000 }), 0, 2),
};

const codes = fc.subarray([0, 1, 2, 3, 124], { minLength: 1 });
const failures = rarely(fc.subarray([1, 2, 3, 124]), [], 2);

const retry = fc.record({ limit: fc.nat(3), exitCode: failures, ...pause });

const repeat: fc.Arbitrary<CaseRepeat> = fc.record({
  mode: fc.constantFrom('while', 'until'),
  limit: fc.integer({ min: 1, max: 4 }),
  by: fc.oneof(
    fc.constant({ kind: 'success' } as const),
    codes.map((some) => ({ kind: 'exit_code', codes: some }) as const),
    // The index is that of the step itself, as soon as it is known.
    expected.map((text) => ({ kind: 'condition', text: '', expected: text }) as const),
  ),
  ...pause,
});

const continueOn: fc.Arbitrary<CaseStep['continueOn']> = fc.record({
  failure: rarely(fc.constant(true), false, 2),
  skipped: rarely(fc.constant(true), false, 2),
  exitCode: rarely(codes, []),
  output: rarely(fc.subarray(['a', 'ab', 're:^b$', 're:^a'], { minLength: 1 }), []),
  markSuccess: rarely(fc.constant(true), false, 2),
});

const timeoutSec = (mostSec: number): fc.Arbitrary<number> =>
  rarely(fc.integer({ min: 300, max: mostSec }), 0, 6);

const rawWork: fc.Arbitrary<RawStep['work']> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('process'), output: fc.boolean() }), weight: 7 },
  {
    arbitrary: fc.record({
      kind: fc.constant('router'),
      word,
      of: fc.nat(11),
      routes: fc.array(
        fc.record({
          pattern: fc.constantFrom('a', 'b', 're:^a', 're:.*', 'none'),
          targets: fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant('gate') }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('call'),
      dag: fc.nat(2),
      items: fc.oneof(fc.constant(null), fc.nat(3)),
      maxConcurrent: fc.integer({ min: 1, max: 3 }),
    }),
    weight: 2,
  },
);

const rawStep: fc.Arbitrary<RawStep> = fc.record({
  rank: fc.nat(100),
  before: fc.array(fc.nat(11), { maxLength: 3 }),
  preconditions: rarely(fc.array(condition, { minLength: 1, maxLength: 2 }), []),
  continueOn,
  retry: rarely(retry, null, 2),
  repeat: rarely(repeat, null, 3),
  timeoutSec: timeoutSec(4000),
  work: rawWork,
});

const handler: fc.Arbitrary<CaseHandler> = fc.record({
  preconditions: rarely(fc.array(fixedCondition, { minLength: 1, maxLength: 1 }), []),
});
const optional = fc.option(handler, { nil: undefined, freq: 2 });
const handlers = fc
  .record({
    init: rarely(handler, undefined),
    success: optional,
    failure: optional,
    abort: optional,
    wait: optional,
    exit: optional,
  } satisfies Record<HandlerName, fc.Arbitrary<CaseHandler | undefined>>)
  .map((all): CaseDag['handlers'] =>
    Object.fromEntries(Object.entries(all).filter(([, given]) => given !== undefined)),
  );

const rawDag = (mostSteps: number) =>
  fc.record({
    type: fc.constantFrom('chain', 'graph', 'graph', 'graph'),
    maxActiveSteps: fc.integer({ min: 1, max: 4 }),
    timeoutSec: timeoutSec(20_000),
    delaySec: rarely(fc.integer({ min: 1, max: 1000 }), 0),
    maxCleanUpTimeSec: fc.integer({ min: 1, max: 8 }),
    preconditions: rarely(fc.array(fixedCondition, { minLength: 1, maxLength: 2 }), []),
    handlers,
    steps: fc.array(rawStep, { minLength: 1, maxLength: mostSteps }),
  });

/** A case of up to twelve steps at the root, with sub-DAGs that may call each other in turn. */
export function aCase(called: { readonly min: number; readonly max: number }): fc.Arbitrary<Case> {
  return fc
    .record({
      root: rawDag(12),
      called: fc.array(rawDag(3), { minLength: called.min, maxLength: called.max }),
      seed: fc.nat(),
      stopAt: rarely(fc.integer({ min: 1, max: 20_000_000 }), null),
    })
    .map(({ root, called: others, seed, stopAt }) => {
      const raw = [root, ...others];
      const dags = raw.map((dag, index) => buildDag(dag, index, raw.length));
      return { dags, seed, stopAt, refusals: true };
    });
}

/** At moments that a store has to withstand, among them those in which it does not yet know what has happened. */
export const aKill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ kind: fc.constant('launched' as const), count: fc.nat(10) }),
  fc.record({ kind: fc.constant('told' as const), count: fc.nat(10) }),
  fc.record({ kind: fc.constant('time' as const), afterMs: fc.nat(12_000_000) }),
);
