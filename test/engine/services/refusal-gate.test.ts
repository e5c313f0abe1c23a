import { describe, expect, it } from 'vitest';
import { RefusalGate } from '../../../engine/services/audit/refusal-gate.ts';
import { manualClock } from '../api/manual-clock.ts';

function aGate() {
  const clock = manualClock();
  const counts: number[] = [];
  const gate = new RefusalGate({ clock, counted: (kept) => counts.push(kept) });
  const send = (times: number): number =>
    Array.from({ length: times }, () => gate.passes()).filter(Boolean).length;
  return { clock, counts, gate, send };
}

describe('refusals in the audit log', () => {
  it('are listed up to a number, and counted beyond it once a minute', () => {
    const { clock, counts, send } = aGate();

    expect(send(1000)).toBe(600);
    clock.advance(59_999);
    expect(counts).toEqual([]);
    clock.advance(1);
    expect(counts).toEqual([400]);

    expect(send(1000)).toBe(100);
    clock.advance(60_000);
    expect(counts).toEqual([400, 900]);
  });

  it('are listed again after a while, up to the same number however long it was', () => {
    const { clock, send } = aGate();
    send(600);

    clock.advance(60_000);
    expect(send(1000)).toBe(100);
    clock.advance(86_400_000);
    expect(send(1000)).toBe(600);
  });

  it('are told of at the end, and leave no timer behind', () => {
    const { clock, counts, gate, send } = aGate();
    send(601);

    gate.stop();

    expect(counts).toEqual([1]);
    expect(clock.pending()).toBe(0);
  });
});
