import { setTimeout as delay } from 'node:timers/promises';
import { fillDue, ranSlots } from '../fill/due-dags.ts';
import { quantile, type Figure, type Measure } from '../measure.ts';
import { ownCpuMs } from '../process-cost.ts';
import type { Api } from '../servers/api.ts';

const SLOTS = 1000;
const MINUTE_MS = 60_000;
/** An engine that has just started takes its definitions in, and reads those that are due in the seconds before. */
const LEAD_MS = 20_000;
const BEFORE_MS = 200;
/** Long enough for the slots to be decided and their runs to end; short enough to leave the next minute alone. */
const WATCH_MS = 30_000;
const ASK_EACH_MS = 20;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `full-minute.${key}`,
  title,
  unit: 'ms',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

/** 1,000 DAGs that are due in the same minute, once. Health is asked all the time: it waits while the event loop is held. */
export const fullMinute: Measure = {
  name: 'full-minute',
  onRequest: true,
  oursAlone: true,
  figures: [
    figure('decided', '1,000 slots in one minute: the last decided', { budget: 1000 }),
    figure('lost', 'that began no run', { unit: '', budget: 0 }),
    figure('cpu', 'processor until the last'),
    figure('health-p99', 'health until the last: p99'),
    figure('health-max', 'health until the last: longest'),
    figure('after-max', 'health while their runs go on: longest'),
  ],

  fillHome({ dagsDir }) {
    fillDue(dagsDir, SLOTS, '"true"');
  },

  async take({ api, pid }) {
    const minute = Math.ceil((Date.now() + LEAD_MS) / MINUTE_MS) * MINUTE_MS;
    await delay(minute - BEFORE_MS - Date.now());
    const looks = await askHealth(api, { pid, until: minute + WATCH_MS });
    const ran = (await ranSlots(api, SLOTS)).filter(({ slot }) => slot === minute);
    const last = Math.max(...ran.map(({ at }) => at));
    // Whoever asked before the end and was answered after the beginning may have waited for a decision.
    const meanwhile = looks.filter(({ at, took }) => at + took >= minute && at <= last);
    const after = looks.filter(({ at }) => at > last);
    return {
      'full-minute.decided': last - minute,
      'full-minute.lost': SLOTS - ran.filter(({ hasRun }) => hasRun).length,
      'full-minute.cpu': cpuAt(looks, last) - cpuAt(looks, minute),
      'full-minute.health-p99': quantile(times(meanwhile), 0.99),
      'full-minute.health-max': Math.max(...times(meanwhile)),
      'full-minute.after-max': Math.max(...times(after)),
    };
  },
};

interface Look {
  /** When health was asked for. */
  readonly at: number;
  /** Processor time that the engine had used by then. */
  readonly cpu: number;
  readonly took: number;
}

/** Asks every few milliseconds, whether what was asked before is answered or not. */
async function askHealth(
  api: Api,
  { pid, until }: { readonly pid: number; readonly until: number },
): Promise<readonly Look[]> {
  const looks: Promise<Look>[] = [];
  while (Date.now() < until) {
    looks.push(ask(api, pid));
    await delay(ASK_EACH_MS);
  }
  return Promise.all(looks);
}

async function ask(api: Api, pid: number): Promise<Look> {
  const cpu = ownCpuMs(pid);
  const at = Date.now();
  const begun = performance.now();
  await api.get('/health');
  return { at, cpu, took: performance.now() - begun };
}

const times = (looks: readonly Look[]): readonly number[] => looks.map(({ took }) => took);

/** As of the first look from then on. */
const cpuAt = (looks: readonly Look[], time: number): number =>
  looks.find(({ at }) => at >= time)?.cpu ?? Number.NaN;
