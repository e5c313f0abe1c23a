import { campaign } from '../../../support/campaign.ts';
import { tellStory, type Told } from './random-story.ts';

/** `DAGWRIGHT_SIM_SEED` takes other cases, or one that failed. */
const cases = campaign('DAGWRIGHT_SIM_CASES', { short: 200, full: 2000 });
const firstSeed = Number(process.env['DAGWRIGHT_SIM_SEED'] ?? 1);
/** With more failures than these there is nothing to learn from the rest. */
const MAX_FAILURES = 3;
const HALVES = 2;
const DAY_MS = 86_400_000;

export const LONGEST_MS = 7_200_000;

/** Tells every second story, beginning with the first or the second. Throws the failures, each with its seed. */
export async function checkStories(half: 0 | 1): Promise<void> {
  const failures: string[] = [];
  const total = { stories: 0, days: 0, slots: 0, ambiguous: 0, runs: 0, instants: 0 };
  for (let seed = firstSeed + half; seed < firstSeed + cases; seed += HALVES) {
    const told = await tellStory(seed).catch((error: unknown) => {
      failures.push(error instanceof Error ? error.message : String(error));
      return null;
    });
    if (told !== null) add(total, told);
    if (failures.length >= MAX_FAILURES) break;
  }
  console.log(JSON.stringify({ ...total, days: Math.round(total.days) }));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}

function add(
  total: Record<'stories' | 'days' | 'slots' | 'ambiguous' | 'runs' | 'instants', number>,
  { slots, ambiguous, runs, instants, simulatedMs }: Told,
): void {
  total.stories += 1;
  total.days += simulatedMs / DAY_MS;
  total.slots += slots;
  total.ambiguous += ambiguous;
  total.runs += runs;
  total.instants += instants;
}
