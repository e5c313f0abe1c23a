import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../engine/contract/operations/maintenance.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dagwright, homeWith, launch } from './dagwright.ts';

describe('dagwright doctor', () => {
  async function doctor(home: string, env: Readonly<Record<string, string>> = {}) {
    const { stdout, exitCode } = await dagwright(['doctor', '--format', 'json'], { home, env });
    return { exitCode, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings };
  }

  it('looks where no engine runs, and exits 0 without a problem', async () => {
    const home = homeWith({ good: 'steps: [echo]', bad: 'stepz: []' });

    const { findings, exitCode } = await doctor(home, { SVC_PORT: '0' });
    const text = await dagwright(['doctor'], { home, env: { SVC_PORT: '0' } });

    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'settings',
        'folders',
        'database',
        'dags',
        'shells',
        'clock',
        'port',
      ]),
    );
    expect(findings.find(({ check }) => check === 'dags')).toMatchObject({
      level: 'warning',
      message: '1 of 2 DAG files have errors: bad.',
    });
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(text.stdout).toMatch(/^✓ settings {5}.+\n✓ folders/);
    expect(text.stdout).toMatch(/! dags {9}1 of 2 .+\n {15}→ Run `dagwright validate/);
    expect(text.stdout).toMatch(/\n\n\d warnings?\.\n$/);
  });

  it('counts no hidden file, which is no DAG', async () => {
    const home = homeWith({ good: 'steps: [echo]', '.draft': 'stepz: []' });

    const { findings } = await doctor(home, { SVC_PORT: '0' });

    expect(findings.find(({ check }) => check === 'dags')).toMatchObject({ level: 'ok' });
  });

  it('exits 1 with a problem, and says what to do', async () => {
    const home = homeWith();
    rmSync(join(home, 'dags'), { recursive: true });
    writeFileSync(join(home, 'dags'), '');

    const { stdout, exitCode } = await dagwright(['doctor'], { home });

    expect(stdout).toMatch(/✗ folders .+is a file\.\n +→ Move or rename the file/);
    expect(exitCode).toBe(1);
  });

  it('shows what is wrong with the settings', async () => {
    const home = homeWith();
    writeFileSync(join(home, 'config.yaml'), 'prot: 8080\n');

    const { findings, exitCode } = await doctor(home);

    expect(findings).toEqual([
      expect.objectContaining({
        check: 'settings',
        level: 'problem',
        message: expect.stringContaining('prot'),
      }),
    ]);
    expect(exitCode).toBe(1);
  });

  it('lets the engine that runs look at itself, with the PATH of its own steps', async () => {
    const home = homeWith({ bad: 'stepz: []' });
    const folder = temporaryFolder('tools');
    writeFileSync(join(home, '.profile'), `PATH="$PATH:${folder}"; export PATH\n`);
    const env = { SHELL: '/bin/sh' };
    const server = launch(['server', '--port', '0'], { home, env });
    const [, url = ''] = await server.printed(/ready at (http:\S+)/);

    const { findings } = await doctor(home, { PATH: `${process.env['PATH']}:${folder}` });
    server.signal('SIGTERM');
    await server.ended;

    const of = (check: string): Finding | undefined => findings.find((one) => one.check === check);
    expect(of('database')?.message).toMatch(/The engine \(process \d+\) is using it/);
    expect(of('port')?.message).toContain(`is listening at ${url}.`);
    expect(of('dags')?.message).toContain('1 of 1 DAG files have errors: bad.');
    expect(of('path')).toMatchObject({
      level: 'warning',
      message: expect.stringContaining(folder),
    });
  });
});
