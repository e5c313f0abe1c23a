import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Measure } from '../measure.ts';
import type { RunningServer } from '../servers/server.ts';

const TIMES = 30;

export const beginBound = {
  budget: 8,
  reason: 'half a frame of a screen, so that a start is seen at once',
} as const;

/** From sending the request to the answer, and to the moment at which the step's own process has begun. */
export const start: Measure = {
  name: 'start',
  figures: [
    {
      key: 'start.answer',
      title: 'start: answered',
      unit: 'ms',
      better: 'lower',
      budget: 4,
      peerThen: 18,
    },
    {
      key: 'start.begin',
      title: 'start: process begun',
      unit: 'ms',
      better: 'lower',
      ...beginBound,
      peerThen: 23.6,
    },
  ],

  async take(server) {
    const { answered, begun } = await costOfStarts(server, 'bench-start');
    return { 'start.answer': answered, 'start.begin': begun };
  },
};

/** Medians of many starts of a definition, which is stored under this name, or of as many that are put in its queue. */
export async function costOfStarts(
  { api, scratch }: RunningServer,
  name: string,
  by: 'start' | 'enqueue' = 'start',
) {
  // GNU date knows nanoseconds; /proc restricts the measures to Linux anyway.
  const command = `date +%s%N > ${scratch}/$DAG_RUN_ID`;
  await api.post('/dags', { name, spec: `steps:\n  - name: s\n    command: ${command}\n` });
  const answered: number[] = [];
  const begun: number[] = [];
  for (let index = 0; index < TIMES; index += 1) {
    const dagRunId = `${name}-${index}`;
    const sentAt = performance.timeOrigin + performance.now();
    await api.post(`/dags/${name}/${by}`, { dagRunId });
    answered.push(performance.timeOrigin + performance.now() - sentAt);
    await api.waitForRun(name, dagRunId);
    begun.push(Number(readFileSync(join(scratch, dagRunId), 'utf8')) / 1e6 - sentAt);
  }
  return { answered: median(answered), begun: median(begun) };
}
