import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { cookieAlone } from '../../../engine/platform/step-marks.ts';
import { findMembers } from '../../../engine/platform/step-members.ts';
import type { Launched, StepMember } from '../../../engine/platform/step-member.ts';

const COOKIE = 'DAG_STEP_COOKIE';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function started(line: readonly [string, ...string[]], options: SpawnOptions) {
  const [program, ...args] = line;
  const child = spawn(program, args, options);
  children.push(child);
  await once(child, 'spawn');
  return child;
}

/** A process that stays, with its number and the time of its start: what a step launched after it is younger. */
async function aLauncher(): Promise<Launched> {
  const atMs = performance.now();
  const { pid = 0 } = await started(['/bin/sleep', '60'], { env: { A: 'launcher' } });
  return { pid, atMs };
}

function membersOf(cookie: string, launched: Launched | null): Promise<readonly StepMember[]> {
  const { promise, resolve } = Promise.withResolvers<readonly StepMember[]>();
  findMembers(cookieAlone(cookie), launched, resolve);
  return promise;
}

describe('the processes of a step', () => {
  it.each([0, 100, 16_384, 100_000])(
    'are found by its cookie behind %i bytes of other variables',
    async (bytes) => {
      const cookie = `behind${bytes}`;
      const before = bytes === 0 ? {} : { OTHER: 'x'.repeat(bytes) };
      const { pid } = await started(['/bin/sleep', '60'], { env: { ...before, [COOKIE]: cookie } });

      expect(await membersOf(cookie, null)).toMatchObject([{ pid }]);
    },
  );

  it('are found as often as they are looked for, also after others were looked for among them', async () => {
    const launched = await aLauncher();
    const pids: (number | undefined)[] = [];
    for (const cookie of ['mine', 'theirs']) {
      const { pid } = await started(['/bin/sleep', '60'], {
        env: { [COOKIE]: cookie },
        detached: cookie === 'theirs',
      });
      pids.push(pid);
    }

    for (const [index, cookie] of ['mine', 'theirs', 'mine', 'theirs'].entries()) {
      expect(await membersOf(cookie, launched)).toMatchObject([{ pid: pids[index % 2] }]);
    }
    expect(await membersOf('nobody', launched)).toEqual([]);
  });

  it('are found where a process of no step has become one of it since the last look', async () => {
    const launched = await aLauncher();
    const next = 'exec sh -c "echo begun; read x"';
    const child = await started(['/bin/sh', '-c', `read x; export ${COOKIE}=late; ${next}`], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(await membersOf('late', launched)).toEqual([]);

    child.stdin?.write('now\n');
    if (child.stdout !== null) await once(child.stdout, 'data');

    expect(await membersOf('late', launched)).toMatchObject([{ pid: child.pid }]);
  });
});
