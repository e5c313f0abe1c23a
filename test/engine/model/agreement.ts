import fc from 'fast-check';
import { campaign } from '../../support/campaign.ts';
import { aCase, aKill } from './arbitrary-case.ts';
import { expectAgreement } from './both.ts';

/** For a whole test file: what shrinking has found by then is small enough. */
export const LONGEST_MS = 3_600_000;

/** `DAGWRIGHT_CASES_SEED` takes other cases. */
const cases = campaign('DAGWRIGHT_CASES', { short: 600, full: 10_000 });
const settings = {
  seed: Number(process.env['DAGWRIGHT_CASES_SEED'] ?? 1),
  interruptAfterTimeLimit: LONGEST_MS - 60_000,
  markInterruptAsFailure: true,
};

/** Half of all cases: random DAGs on the engine, each against the model. A failure prints its seed and its case. */
export async function checkAgreement(called: Parameters<typeof aCase>[0]): Promise<void> {
  const property = fc.asyncProperty(aCase(called), (one) => expectAgreement(one));
  await fc.assert(property, { ...settings, numRuns: cases / 2 });
}

/**
 * A fifth of all cases: the same in engines that are killed up to three times. A delay and the patience with a process
 * that is to end begin anew with each engine, so there are none and enough; and a sub-run that was closed because of a
 * refusal elsewhere ends its step as failed instead of aborted once nobody knows why, so nobody refuses.
 */
export async function checkRestarts(): Promise<void> {
  const kills = fc.array(aKill, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(aCase({ min: 0, max: 3 }), kills, async (given, moments) => {
    const dags = given.dags.map((dag) => ({ ...dag, delaySec: 0, maxCleanUpTimeSec: 10 }));
    await expectAgreement({ ...given, dags, refusals: false }, moments);
  });
  await fc.assert(property, { ...settings, numRuns: cases / 5 });
}
