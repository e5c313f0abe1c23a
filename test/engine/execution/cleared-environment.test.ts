import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  eventually,
  runToEnd,
  startInline,
  untilLogHolds,
} from '../../support/engine.ts';
import { forkEngine } from '../../support/fork-engine.ts';
import { temporaryConfig, temporaryFolder } from '../../support/home.ts';
import { aStranger, isAlive } from '../../support/processes.ts';
import { oneStep, programs, stop } from './left-programs.ts';

/** Without the cookie, as all other variables. */
const cleared = 'env -i PATH="$PATH"';

describe('what has cleared its environment and writes to the log of its step', () => {
  it('is reached by a stop, and killed where it ignores the signal', async () => {
    const { sleeper, stubborn, until, pidOf } = programs();
    const started = await startInline(
      oneStep([
        `${cleared} setsid ${sleeper('session')} &`,
        `${cleared} setsid ${stubborn('stubborn')} &`,
        until('session', 'stubborn'),
        'echo ready; sleep 300',
      ]),
    );
    await untilLogHolds(started, 'main', 'ready');

    const { run } = await stop(started);

    expect(['session', 'stubborn'].map(pidOf).filter(isAlive)).toEqual([]);
    expect(run.statusLabel).toBe('aborted');
  });

  it.each(['as it is', 'masked'])('ends with its step, the log being written %s', async (how) => {
    const { sleeper, until, pidOf } = programs();
    const key = join(temporaryFolder('secret'), 'key');
    writeFileSync(key, 'hunter2-canary');
    const stranger = aStranger();
    const spec = oneStep([
      `${cleared} setsid ${sleeper('session')} &`,
      `${cleared} setsid sh -c '(setsid ${sleeper('daemon')} 2>/dev/null &)' &`,
      until('session', 'daemon'),
    ]);
    const secrets = `secrets: [{name: TOKEN, provider: file, key: ${key}}]\n`;

    const { run } = await runToEnd(how === 'masked' ? secrets + spec : spec);

    expect(run.statusLabel).toBe('succeeded');
    expect(['session', 'daemon'].map(pidOf).filter(isAlive)).toEqual([]);
    expect(isAlive(stranger)).toBe(true);
  });

  it('ends with its step in the group of that too', async () => {
    const { sleeper, until, pidOf } = programs();

    const { run } = await runToEnd(oneStep([`${cleared} ${sleeper('group')} &`, until('group')]));

    expect(run.statusLabel).toBe('succeeded');
    expect(isAlive(pidOf('group'))).toBe(false);
  });

  it('is found by the next engine', async () => {
    const { sleeper, until, pidOf, isUp } = programs();
    const config = temporaryConfig();
    const first = await forkEngine(config);
    const run = { name: 'over', dagRunId: 'r' };
    const spec = oneStep([`${cleared} setsid ${sleeper('left')} &`, until('left', 'go')]);
    await first.call('runs.start', { spec, ...run });
    await eventually(() => isUp('left'), 'it is up');
    await first.kill();
    const engine = await anEngine({ config });

    await stop({ engine, ...run });

    expect(isAlive(pidOf('left'))).toBe(false);
  });
});
