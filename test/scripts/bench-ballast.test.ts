import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const ballast = pathToFileURL(join(import.meta.dirname, '../../scripts/bench/ballast.ts')).href;
const BALLAST_MB = 300;

it('makes a process as large as it is told, and none that this one starts', () => {
  const script = `
    const ownMb = process.memoryUsage.rss() / 1024 / 1024;
    const { NODE_OPTIONS, DAGWRIGHT_BENCH_BALLAST_MB } = process.env;
    console.log(JSON.stringify({ ownMb, passedOn: { NODE_OPTIONS, DAGWRIGHT_BENCH_BALLAST_MB } }));
  `;
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=${ballast}`,
    DAGWRIGHT_BENCH_BALLAST_MB: String(BALLAST_MB),
  };
  const told = execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' });
  const { ownMb, passedOn } = JSON.parse(told);

  expect(ownMb).toBeGreaterThan(BALLAST_MB);
  expect(passedOn).toEqual({});
});
