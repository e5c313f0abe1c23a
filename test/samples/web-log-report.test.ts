import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { samplesDir, startSampleEngine, type SampleEngine } from './sample-engine.ts';

const file = join(samplesDir, 'data/access.log');
/** What a person would type in the folder of the samples. */
const typed = (command: string) =>
  execFileSync('/bin/sh', ['-c', command], {
    cwd: samplesDir,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  }).trimEnd();
const status = `sed 's/^[^"]*"[^"]*" \\([0-9]*\\) .*/\\1/' ${file}`;

describe('The report over a web log', () => {
  let engine: SampleEngine;
  beforeAll(async () => {
    engine = await startSampleEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });

  it('finds what one-liners find in the same file', async () => {
    const run = await engine.run('web-log-report');

    expect(run).toMatchObject({ statusLabel: 'succeeded' });
    const outputs = await engine.outputs(run);
    expect(outputs).toMatchObject({
      requests: typed(`wc -l < ${file} | tr -d ' '`),
      topPages: typed(
        `cut -d'"' -f2 ${file} | cut -s -d' ' -f2 | cut -d'?' -f1 | grep -Ev '^/(static|images)/' |
           sort | uniq -c | sort -k1,1nr -k2,2 | head -n 10 | awk '{ print $1, $2 }'`,
      ),
      statuses: typed(`${status} | sort | uniq -c | awk '{ print $2, $1 }'`),
      bytes: typed(
        `sed 's/^[^"]*"[^"]*" [0-9]* \\([-0-9]*\\) .*/\\1/' ${file} | tr - 0 |
           awk '{ n += $1 } END { printf "%.0f\\n", n }'`,
      ),
    });
    const errors = (outputs['errors'] ?? '').split('\n').map((line) => line.split(' ').map(Number));
    const sum = (column: number) => String(errors.reduce((n, row) => n + (row[column] ?? 0), 0));
    expect(sum(1)).toBe(typed(`${status} | grep -c '^4'`));
    expect(sum(2)).toBe(typed(`${status} | grep -c '^5'`));
  });

  it('shows the outage of the second afternoon among the errors by hour', async () => {
    const { errors = '' } = await engine.outputs(await engine.run('web-log-report'));

    const broken = errors
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([, , count]) => Number(count) >= 5);
    expect(broken.map(([hour]) => hour)).toEqual([
      '14/Oct/2025:14',
      '14/Oct/2025:15',
      '14/Oct/2025:16',
    ]);
  });

  it('shows its findings in the log of the last step', async () => {
    const run = await engine.run('web-log-report', { TOP: '3' });

    const { topPages = '', bytes = '' } = await engine.outputs(run);
    const report = await engine.log(run, 'report');
    expect(topPages.split('\n')).toHaveLength(3);
    expect(report).toContain(topPages);
    expect(report).toContain(`${bytes} bytes`);
  });

  it('reads another log whose path holds a space and a quote', async () => {
    const log = join(temporaryFolder("it's a log"), 'access log');
    writeFileSync(log, '::1 - - [01/Jan/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 500 12\n');

    const run = await engine.run('web-log-report', { LOG_FILE: log });

    expect(await engine.outputs(run)).toEqual({
      requests: '1',
      topPages: '1 /a',
      statuses: '500 1',
      bytes: '12',
      errors: '01/Jan/2026:10 0 1',
    });
  });

  it('fails with words when there is no log', async () => {
    const run = await engine.run('web-log-report', { LOG_FILE: 'nowhere.log' });

    expect(run.statusLabel).toBe('failed');
    expect(await engine.log(run, 'check the log', 'stderr')).toContain(
      'no log to read at nowhere.log',
    );
  });
});
