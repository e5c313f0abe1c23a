import { expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { travelClock } from '../../support/travel-clock.ts';

const HOUR_MS = 3_600_000;

it('says for how long the engine has been up, whatever becomes of the clock', async () => {
  const clock = travelClock('2026-03-01T12:00:00Z');
  const { client } = await anEngine({ clock });
  const uptimes = async (): Promise<readonly number[]> => {
    const { uptime } = await client.call('system.health', {});
    const metrics = await client.call('system.metrics', {});
    return [uptime, Number(/^svc_uptime_seconds (.+)$/m.exec(metrics)?.[1])];
  };

  clock.set(10 * HOUR_MS);
  for (const uptime of await uptimes()) expect(uptime).toBeLessThan(3600);
  clock.set(-20 * HOUR_MS);
  for (const uptime of await uptimes()) expect(uptime).toBeGreaterThanOrEqual(0);
  clock.sleep(HOUR_MS);
  for (const uptime of await uptimes()) expect(uptime).toBeGreaterThanOrEqual(3600);
});
