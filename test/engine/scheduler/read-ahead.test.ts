import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ReadAhead } from '../../../engine/scheduler/read-ahead.ts';

/** DAGs by the second at which they are due; what was read is noted by turns of the event loop. */
function aReader(due: Readonly<Record<string, number>>) {
  const read: string[] = [];
  const dueWithin = (after: number, until: number): string[] =>
    Object.keys(due).filter(
      (name) => (due[name] ?? 0) * 1000 > after && (due[name] ?? 0) * 1000 <= until,
    );
  const reader = new ReadAhead({ dueWithin }, { readAhead: (name) => void read.push(name) });
  return { reader, read };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

describe('reading ahead', () => {
  it('reads what is due in a moment, once, the last one first', async () => {
    const { reader, read } = aReader({ a: 60, b: 60, c: 60, later: 90 });
    reader.look(49_000);
    await turns();
    expect(read).toEqual([]);

    for (const now of [51_000, 55_000, 60_000]) {
      reader.look(now);
      await turns();
    }

    expect(read).toEqual(['c', 'b', 'a']);
  });

  it('reads a few in each turn of the event loop', async () => {
    const names = Array.from({ length: 30 }, (_, index) => [`dag-${index}`, 60]);
    const { reader, read } = aReader(Object.fromEntries(names));
    reader.look(55_000);
    const counts = [read.length];
    while (read.length < 30) {
      await setImmediate();
      counts.push(read.length);
    }

    const steps = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(4);
  });

  it('reads again what comes again when the clock was set back, and nothing when it is stopped', async () => {
    const { reader, read } = aReader({ a: 60, b: 120 });
    reader.look(115_000);
    reader.look(50_000);
    await turns();
    expect(read).toEqual(['b', 'a']);

    reader.look(115_000);
    reader.stop();
    await turns();

    expect(read).toEqual(['b', 'a', 'b']);
  });
});
