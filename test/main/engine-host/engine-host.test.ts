import { fileURLToPath } from 'node:url';
import type { utilityProcess as ElectronUtilityProcess } from 'electron';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngineState } from '#contract/ipc.ts';
import { createEngineHost } from '../../../main/engine-host/engine-host.ts';
import { utilityProcess } from '../../support/electron/utility-process.ts';

const entry = fileURLToPath(new URL('./fixtures/crashing-engine.ts', import.meta.url));

function startedHost() {
  const host = createEngineHost({
    // The stand-in has the parts of a utility process that the host uses.
    fork: utilityProcess.fork as unknown as typeof ElectronUtilityProcess.fork,
    entry,
    args: [],
  });
  onTestFinished(() => host.stop());
  const reached = (phase: EngineState['phase']) =>
    new Promise<EngineState>((resolve) => {
      const end = host.onState((state) => {
        if (state.phase !== phase) return;
        end();
        resolve(state);
      });
    });
  return { host, reached };
}

describe('createEngineHost', () => {
  it('calls an engine in a process of its own, also before it is ready', async () => {
    const { host } = startedHost();

    const call = host.call('dags.list', { page: 1 });
    host.start();

    expect(await call).toEqual({
      ok: true,
      value: { input: { page: 1 }, pid: expect.toSatisfy((pid) => pid !== process.pid) },
    });
  });

  it('brings back an engine that really crashed', async () => {
    const { host, reached } = startedHost();
    const first = reached('ready');
    host.start();
    const before = await first;

    const restarting = reached('restarting');
    const cutOff = host.call('crash', {});
    expect(await restarting).toMatchObject({ detail: expect.stringContaining('exit code 7') });
    expect(await cutOff).toMatchObject({ ok: false, error: { code: 'service_unavailable' } });
    const after = await reached('ready');

    expect(after).not.toEqual(before);
    expect(await host.call('dags.list', {})).toMatchObject({ ok: true });
  });

  it('leaves no process behind when it is stopped', async () => {
    const { host, reached } = startedHost();
    const ready = reached('ready');
    host.start();
    const state = await ready;
    const pid = Number(state.phase === 'ready' ? new URL(state.url).pathname.slice(1) : 0);

    await host.stop();

    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
