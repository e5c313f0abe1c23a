import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../../engine/cli/actions/clean-up.ts';
import type { Cli } from '../../../engine/cli/cli.ts';
import { createOutput } from '../../../engine/cli/terminal.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine, runToEnd, startInline } from '../../support/engine.ts';
import { dagwright, homeWith, serve } from '../cli/dagwright.ts';

const quick = 'steps: [echo hi]';
const patient = 'steps: [{command: "until [ -e go ]; do sleep 0.02; done"}]';

/** A home in which a DAG has run as often as that. */
async function homeWithRuns(runs: number): Promise<string> {
  const home = homeWith({ daily: quick, other: quick });
  for (let run = 0; run < runs; run++) await dagwright(['start', 'daily'], { home });
  await dagwright(['start', 'other'], { home });
  return home;
}

const logsOf = (home: string): readonly string[] => readdirSync(join(home, 'logs'));

async function namesOfRuns(home: string): Promise<readonly string[]> {
  const { stdout } = await dagwright(['history', '--format', 'json'], { home });
  return (JSON.parse(stdout) as { readonly name: string }[]).map(({ name }) => name);
}

describe('dagwright cleanup', () => {
  it('deletes the ended runs of one DAG with their logs when it is given -y', async () => {
    const home = await homeWithRuns(2);

    const { stdout, exitCode } = await dagwright(['cleanup', 'daily', '-y'], { home });

    expect(stdout).toMatch(
      /^Deleted 2 runs of daily with their logs, which ended from 2\S+ \S+ to 2\S+ \S+\.\n$/,
    );
    expect(exitCode).toBe(0);
    expect(await namesOfRuns(home)).toEqual(['other']);
    expect(logsOf(home)).toHaveLength(1);
  });

  it('deletes nothing where nobody can be asked, and says what -y would do', async () => {
    const home = await homeWithRuns(1);

    const { stdout, stderr, exitCode } = await dagwright(['cleanup', 'daily'], { home });

    expect(stderr).toMatch(
      /Nothing was deleted\. This would delete 1 run of daily with its logs, which ended 2\S+ \S+, and .*\.\nUse -y/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(await namesOfRuns(home)).toEqual(['other', 'daily']);
  });

  it('only counts with --dry-run, for programs too', async () => {
    const home = await homeWithRuns(1);

    const text = await dagwright(['cleanup', 'daily', '--dry-run'], { home });
    const json = await dagwright(['cleanup', 'daily', '--dry-run', '--format', 'json'], { home });

    expect(text.stdout).toMatch(/^This would delete 1 run of daily with its logs, which ended 2/);
    expect(JSON.parse(json.stdout)).toEqual({
      dagRuns: 1,
      firstFinishedAt: expect.stringMatching(/Z$/),
      lastFinishedAt: expect.stringMatching(/Z$/),
      dryRun: true,
    });
    expect(await namesOfRuns(home)).toEqual(['other', 'daily']);
  });

  it('keeps what ended lately, and says when there is nothing', async () => {
    const home = await homeWithRuns(1);

    const { stdout } = await dagwright(['cleanup', 'daily', '--retention-days', '1', '-y'], {
      home,
    });

    expect(stdout).toBe('daily has no runs to delete.\n');
    expect(await namesOfRuns(home)).toEqual(['other', 'daily']);
  });

  it('asks the engine that runs, and names the DAG that may have been meant', async () => {
    const home = await homeWithRuns(1);
    await using server = await serve(home);

    const unknown = await dagwright(['cleanup', 'dialy', '-y'], { home });
    const known = await dagwright(['cleanup', 'daily.yaml', '-y'], { home });

    expect(server.url).toMatch(/^http/);
    expect(unknown.stderr).toContain('DAG dialy not found: did you mean');
    expect(known.stdout).toContain('Deleted 1 run of daily.yaml');
    expect(await namesOfRuns(home)).toEqual(['other']);
  });

  it.each([
    { answer: true, says: /^Deleted 1 run/, left: ['other'] },
    { answer: false, says: /^Nothing was deleted\.\n$/, left: ['other', 'daily'] },
  ])('asks a person, who answers $answer', async ({ answer, says, left }) => {
    const home = await homeWithRuns(1);
    const questions: string[] = [];
    let printed = '';
    const stream = { write: (text: string) => (printed += text) };
    const cli: Cli = {
      out: createOutput(stream, {}),
      err: createOutput(stream, {}),
      isOutputLost: () => false,
      env: { SVC_HOME: home, HOME: home, PATH: process.env['PATH'], SVC_SKIP_EXAMPLES: 'true' },
      clock: systemClock,
      address: () => ({ url: null, token: null }),
      isQuiet: () => false,
      confirm: async (question) => {
        questions.push(question);
        return answer;
      },
      askSecret: null,
      readStdin: () => Promise.resolve(''),
      onSignal: () => () => undefined,
      setExitCode: () => undefined,
      exit: () => {
        throw new Error('It must not end the process.');
      },
    };

    await cleanUp(cli, 'daily', { retentionRuns: 0, retentionDays: 0, format: 'text' });

    expect(questions).toEqual([
      expect.stringMatching(/^Delete 1 run of daily with its logs, which ended .+\?$/),
    ]);
    expect(printed).toMatch(says);
    expect(await namesOfRuns(home)).toEqual(left);
  });
});

describe('runs.cleanup', () => {
  it.each(['dryrun', 'retention_days'])(
    'refuses the unknown field %s, and deletes nothing',
    async (field) => {
      const engine = await anEngine();
      const file = join(engine.config.paths.dagsDir, 'daily.yaml');
      writeFileSync(file, quick);
      await engine.client.call('dags.startSync', { fileName: 'daily', timeout: 60 });

      const asked = { fileName: 'daily', [field]: 30 } as { readonly fileName: string };
      const answer = engine.client.call('runs.cleanup', asked);

      await expect(answer).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(field) as string,
      });
      const { dagRuns } = await engine.client.call('runs.list', { name: 'daily' });
      expect(dagRuns).toHaveLength(1);
    },
  );

  it('leaves active runs alone, with their logs', async () => {
    const engine = await anEngine();
    await runToEnd(quick, { engine, name: 'mixed', dagRunId: 'ended' });
    const started = await startInline(patient, { engine, name: 'mixed', dagRunId: 'active' });

    const answer = await engine.client.call('runs.cleanup', { fileName: 'mixed' });

    const { dagRuns } = await engine.client.call('runs.list', {});
    expect(answer.dagRuns).toBe(1);
    expect(dagRuns.map(({ dagRunId }) => dagRunId)).toEqual(['active']);
    expect(existsSync(dagRuns[0]?.log ?? '')).toBe(true);
    await engine.client.call('runs.stop', started);
  });

  it('finds the history of a DAG by the file that gives another name, and after its delete', async () => {
    const engine = await anEngine();
    const { client, config } = engine;
    await client.call('dags.create', { name: 'file', spec: `name: own\n${quick}` });
    for (const dagRunId of ['one', 'two']) {
      await client.call('dags.startSync', { fileName: 'file', dagRunId, timeout: 30 });
    }

    const byFile = await client.call('runs.cleanup', { fileName: 'file', dryRun: true });
    await client.call('dags.delete', { fileName: 'file' });
    const byName = await client.call('runs.cleanup', { fileName: 'own' });
    const again = client.call('runs.cleanup', { fileName: 'own' });

    expect([byFile.dagRuns, byName.dagRuns]).toEqual([2, 2]);
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    writeFileSync(join(config.paths.dagsDir, 'own.yaml'), quick);
    expect((await client.call('runs.cleanup', { fileName: 'own' })).dagRuns).toBe(0);
  });
});
