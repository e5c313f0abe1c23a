import { describe, it } from 'vitest';
import { expectAgreement } from './both.ts';
import type { Case, CaseDag, CaseStep, CaseWork } from './case.ts';

const plain: Omit<CaseStep, 'work'> = {
  depends: [],
  preconditions: [],
  continueOn: { failure: false, skipped: false, exitCode: [], output: [], markSuccess: false },
  retry: null,
  repeat: null,
  timeoutSec: 0,
};
const process: CaseWork = { kind: 'process', output: false };
const call: CaseWork = { kind: 'call', dag: 1, items: null, maxConcurrent: 1 };
const once = { limit: 1, exitCode: [], intervalSec: 1, backoff: 1, maxIntervalSec: 0 };
const unmet = { text: 'a', expected: 'a', negate: true };
const handler = { preconditions: [] };

const step = (work: CaseWork, given: Partial<CaseStep> = {}): CaseStep => ({
  ...plain,
  ...given,
  work,
});

const dag = (steps: readonly CaseStep[], given: Partial<CaseDag> = {}): CaseDag => ({
  type: 'graph',
  maxActiveSteps: 4,
  timeoutSec: 0,
  delaySec: 0,
  maxCleanUpTimeSec: 10,
  preconditions: [],
  handlers: {},
  steps,
  ...given,
});

const aCase = (dags: readonly CaseDag[], seed: number, stopAt: number | null = null): Case => ({
  dags,
  seed,
  stopAt,
  refusals: true,
});

/** Cases in which engine and model once differed. The seeds make processes end and people decide as it takes. */
describe('the engine, as random cases once found it wanting,', () => {
  it('waits for the sub-run that a retry of the calling step tries again', async () => {
    const root = dag([step(call, { retry: once }), step(process, { depends: [0] })]);

    await expectAgreement(aCase([root, dag([step(process)])], 1));
  });

  it('tries sub-runs again no more at once than the step allows', async () => {
    const calls: CaseWork = { kind: 'call', dag: 1, items: 3, maxConcurrent: 1 };

    for (const seed of [1, 2, 3, 4, 5]) {
      const root = dag([step(calls, { retry: once })]);
      await expectAgreement(aCase([root, dag([step(process)])], seed));
    }
  });

  it('goes on after a failed call although its output was asked for as well', async () => {
    const continueOn = { ...plain.continueOn, failure: true, output: ['re:^a'] };
    const root = dag([step(call, { continueOn }), step(process, { depends: [0] })]);

    await expectAgreement(aCase([root, dag([step(process, { timeoutSec: 300 })])], 67675628));
  });

  it('goes on behind a choice of a router that its own precondition skips', async () => {
    const router: CaseWork = {
      kind: 'router',
      value: 'a',
      routes: [{ pattern: 'a', targets: [1] }],
    };
    const chosen = step(process, { depends: [0], preconditions: [unmet] });

    await expectAgreement(aCase([dag([step(router), chosen, step(process, { depends: [1] })])], 0));
  });

  it('lets the wait handler end when one of several gates is refused', async () => {
    const gates = dag([step({ kind: 'gate' }), step({ kind: 'gate' })], {
      handlers: { wait: handler },
    });

    await expectAgreement(aCase([gates], 286));
  });

  it('lets the handlers of a sub-run end that a refusal elsewhere closes', async () => {
    const gate = step({ kind: 'gate' });
    const called = dag([gate], { handlers: { exit: handler } });
    const root = dag([step(call), gate, gate, gate, step(process, { timeoutSec: 300 })]);

    await expectAgreement(aCase([{ ...root, maxActiveSteps: 1 }, called], 0));
  });

  it('aborts a call that was stopped although its own time is over before it has ended', async () => {
    const called = dag([step(process)], { handlers: { abort: handler } });
    const root = dag([step(call, { timeoutSec: 301 })], { timeoutSec: 300 });

    await expectAgreement(aCase([root, called], 0));
  });

  it('waits after a restart for the handlers of a sub-run that was stopped, and lets them end', async () => {
    const called = dag([step(process)], { handlers: { abort: handler, exit: handler } });
    const given = aCase([dag([step(call)]), called], 0, 1);

    await expectAgreement(given, [{ kind: 'launched', count: 1 }]);
    await expectAgreement(given, [{ kind: 'time', afterMs: 2 }]);
  });
});
