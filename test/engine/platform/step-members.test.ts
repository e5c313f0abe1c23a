import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { findMembers } from '../../../engine/platform/step-members.ts';
import type { StepMember } from '../../../engine/platform/step-member.ts';

const COOKIE = 'DAGWRIGHT_STEP_COOKIE';

it.each([0, 100, 16_384, 100_000])(
  'a process is found by its cookie behind %i bytes of other variables',
  async (bytes) => {
    const cookie = `behind${bytes}`;
    const before = bytes === 0 ? {} : { OTHER: 'x'.repeat(bytes) };
    const child = spawn('/bin/sleep', ['60'], { env: { ...before, [COOKIE]: cookie } });
    await once(child, 'spawn');
    try {
      const { promise, resolve } = Promise.withResolvers<readonly StepMember[]>();
      findMembers(cookie, null, resolve);

      expect(await promise).toMatchObject([{ pid: child.pid }]);
    } finally {
      child.kill();
    }
  },
);
