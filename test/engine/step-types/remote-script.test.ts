import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  remoteCommandLine,
  remoteScript,
} from '../../../engine/step-programs/ssh/remote-script.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('the script for another host', () => {
  it('does nothing unless all of it has come', () => {
    const file = join(temporaryFolder('cut'), 'file');
    const words = ['touch', file, '-c'];
    const script = remoteScript({ words, env: {} }, {}, { signal: 'SIGTERM', graceMs: 1000 });
    const line = remoteCommandLine(script);
    const last = script.lastIndexOf('exec');

    for (let cut = last; cut < script.length; cut += 1) {
      const input = script.subarray(0, cut);
      const { status } = spawnSync('/bin/sh', ['-c', line], {
        input,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      expect(status, `after ${cut} bytes`).not.toBe(0);
      expect(existsSync(file), `after ${cut} bytes`).toBe(false);
    }
  });
});
