import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fillDue, ranSlots } from '../fill/due-dags.ts';
import { median, quantile, type Figure, type Measure } from '../measure.ts';
import { watchCost } from '../process-cost.ts';
import type { Api } from '../servers/api.ts';

const DAGS = 200;
const MINUTE_MS = 60_000;
/** The part of a minute in which what its slots began has long ended. */
const idle = { fromMs: 30_000, toMs: 58_000 };
/** A minute that has hardly begun can still be watched whole. */
const LEAD_MS = 1_000;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `schedule.${key}`,
  title,
  unit: 'ms',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

/** 200 DAGs that are due in the same minute, each minute. */
export const schedule: Measure = {
  name: 'schedule',
  figures: [
    figure('claim-p50', '200 slots a minute, to claim: p50'),
    figure('claim-p99', 'to claim: p99', { budget: 250 }),
    figure('begin-p50', 'to process begun: p50'),
    figure('begin-p99', 'to process begun: p99'),
    figure('lost', 'that began nothing', { unit: '', budget: 0 }),
    figure('idle', 'between them: processor', { unit: '%', budget: 0.3 }),
    figure('wake-ups', 'between them: wake-ups', { unit: '/s' }),
  ],
  onRequest: true,

  fillHome({ root, dagsDir }) {
    fillDue(dagsDir, DAGS, `date +%s%N >> ${root}/begun`);
  },

  async take({ pid, api, home, hasOurStore }, { minutes }) {
    const first = Math.ceil((Date.now() + LEAD_MS) / MINUTE_MS) * MINUTE_MS;
    const costs = await watchBetween(pid, { first, minutes });
    const watched = { from: first, to: first + (minutes - 1) * MINUTE_MS };
    const begun = lagsWithin(begunIn(home), watched);
    return {
      ...(hasOurStore ? await claims(api, watched) : {}),
      'schedule.begin-p50': median(begun),
      'schedule.begin-p99': quantile(begun, 0.99),
      'schedule.lost': DAGS * minutes - begun.length,
      'schedule.idle': median(costs.map(({ cpu }) => cpu)),
      'schedule.wake-ups': median(costs.map(({ wakeUps }) => wakeUps)),
    };
  },
};

/** What a process costs in the quiet part of each minute. */
async function watchBetween(
  pid: number,
  { first, minutes }: { readonly first: number; readonly minutes: number },
) {
  const costs: Awaited<ReturnType<typeof watchCost>>[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    await delay(first + minute * MINUTE_MS + idle.fromMs - Date.now());
    costs.push(await watchCost(pid, idle.toMs - idle.fromMs));
  }
  return costs;
}

/** Slots of the first and the last minute that count. */
interface Watched {
  readonly from: number;
  readonly to: number;
}

interface Happened {
  readonly slot: number;
  readonly at: number;
}

function lagsWithin(events: readonly Happened[], { from, to }: Watched): readonly number[] {
  return events.filter(({ slot }) => slot >= from && slot <= to).map(({ slot, at }) => at - slot);
}

/** When the processes began, by their own clock; they began for the minute that had begun. */
function begunIn(home: string): readonly Happened[] {
  return readFileSync(join(home, 'begun'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line) / 1e6)
    .map((at) => ({ at, slot: Math.floor(at / MINUTE_MS) * MINUTE_MS }));
}

async function claims(api: Api, watched: Watched) {
  const lags = lagsWithin(await ranSlots(api, DAGS), watched);
  return { 'schedule.claim-p50': median(lags), 'schedule.claim-p99': quantile(lags, 0.99) };
}
