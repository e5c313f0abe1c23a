import { describe, expect, it } from 'vitest';
import { supervisedEngine } from './supervised-engine.ts';

describe('createSupervisor', () => {
  it('says that the engine starts, and where it answers once it is ready', () => {
    const engine = supervisedEngine();

    engine.supervisor.start();
    engine.getReady();

    expect(engine.phases()).toEqual(['starting', 'ready']);
    expect(engine.state()).toEqual({ phase: 'ready', url: 'http://127.0.0.1:8080' });
  });

  it('starts a crashed engine again after a delay, and says so meanwhile', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.getReady();

    engine.crash(139);

    expect(engine.state()).toEqual({
      phase: 'restarting',
      detail:
        'The engine stopped unexpectedly (exit code 139). It restarts in 0.5 s. Running steps continue.',
    });
    expect(engine.starts()).toBe(1);

    engine.timer.pass();
    engine.getReady();

    expect(engine.starts()).toBe(2);
    expect(engine.state().phase).toBe('ready');
  });

  it('waits twice as long for each restart that follows, then gives up', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    const delays: number[] = [];

    while (engine.state().phase !== 'failed') {
      engine.crash(7);
      delays.push(...engine.timer.delays());
      engine.timer.pass();
    }

    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000]);
    expect(engine.state()).toMatchObject({ detail: expect.stringContaining('7 times in a row') });
  });

  it('forgets earlier crashes of an engine that has worked for a minute', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.crash();
    engine.timer.pass();
    engine.getReady();

    expect(engine.timer.delays()).toEqual([60_000]);
    engine.timer.pass();
    engine.crash();

    expect(engine.timer.delays()).toEqual([500]);
  });

  it('does not start again an engine that says why it cannot start', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();

    engine.refuse('Port 8080 is taken.');
    engine.crash(1);

    expect(engine.kills()).toBe(1);
    expect(engine.state()).toEqual({ phase: 'failed', detail: 'Port 8080 is taken.' });
    expect(engine.timer.delays()).toEqual([]);
  });

  it('tries a failed engine again when somebody asks', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.refuse('Port 8080 is taken.');
    engine.crash(1);

    engine.supervisor.start();
    engine.getReady();

    expect(engine.state().phase).toBe('ready');
  });

  it('starts at once what would be restarted later when somebody asks', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.crash();

    engine.supervisor.start();

    expect(engine.starts()).toBe(2);
    expect(engine.timer.delays()).toEqual([]);
  });

  it('keeps messages from an engine that is not ready', () => {
    const engine = supervisedEngine();
    engine.supervisor.start();

    expect(engine.supervisor.send({ kind: 'unsubscribe', subscription: 1 })).toBe(false);
    engine.getReady();
    expect(engine.supervisor.send({ kind: 'unsubscribe', subscription: 1 })).toBe(true);
    expect(engine.sent).toEqual([{ kind: 'unsubscribe', subscription: 1 }]);
  });

  it('asks the engine to stop, waits for its end, and starts no other', async () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.getReady();

    const stopped = engine.supervisor.stop();
    expect(engine.sent).toEqual([{ kind: 'stop' }]);
    expect(engine.state().phase).toBe('draining');
    engine.crash(0);
    await stopped;
    engine.supervisor.start();

    expect(engine.starts()).toBe(1);
    expect(engine.timer.delays()).toEqual([]);
    expect(engine.kills()).toBe(0);
  });

  it('kills an engine that does not stop in ten seconds', async () => {
    const engine = supervisedEngine();
    engine.supervisor.start();
    engine.getReady();

    const stopped = engine.supervisor.stop();
    expect(engine.timer.delays()).toEqual([10_000]);
    engine.timer.pass();
    expect(engine.kills()).toBe(1);
    engine.crash(137);

    await expect(stopped).resolves.toBeUndefined();
  });

  it.each([
    { moment: 'before it was started', begin: () => undefined },
    {
      moment: 'while it waits for a restart',
      begin: (engine: ReturnType<typeof supervisedEngine>) => {
        engine.supervisor.start();
        engine.crash();
      },
    },
  ])('stops at once $moment, also twice', async ({ begin }) => {
    const engine = supervisedEngine();
    begin(engine);

    await engine.supervisor.stop();
    await engine.supervisor.stop();

    expect(engine.timer.delays()).toEqual([]);
  });
});
