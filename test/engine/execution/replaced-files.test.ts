import { existsSync, readFileSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anEngine,
  endOf,
  eventually,
  logOf,
  runToEnd,
  startInline,
  untilLogHolds,
  type RunOfEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { replaceBy, standIns, type StandIn } from '../../support/stand-ins.ts';

const kinds = Object.keys(standIns) as StandIn[];

const runLog = async ({ engine, name, dagRunId }: RunOfEngine) =>
  engine.client.call('runs.log', { name, dagRunId });

describe.each(kinds)('%s in the place of a step’s log', (kind) => {
  it('is an empty page with a note, finds nothing and cannot be downloaded', async () => {
    const ended = await runToEnd('steps:\n  - name: main\n    command: echo root\n');
    const path = ended.node('main').stdout;
    replaceBy(kind, path);
    const { engine, name, dagRunId } = ended;
    const asked = { name, dagRunId, stepName: 'main', stream: 'stdout' as const };

    // More than the threads in which files are read.
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => engine.client.call('runs.stepLog', asked)),
    );
    const found = await engine.client.call('runs.searchStepLog', { ...asked, q: 'root' });

    for (const page of pages) {
      expect(page).toMatchObject({ content: '', totalLines: 0, hasMore: false });
      expect(page.note).toContain(`${path} is ${kind}, not a regular file`);
    }
    expect(found.matches).toEqual([]);
    await expect(engine.client.call('runs.downloadStepLog', asked)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(`is ${kind}`) as string,
    });
    expect((await runLog(ended)).content).toContain('status=succeeded');
  });
});

describe('a step that replaces files of its run', () => {
  // In one move: the engine could make the file anew before it.
  const replace = (file: string, by: string) => `${by} "${file}.x" && mv -f "${file}.x" "${file}"`;
  const pipe = (file: string) => replace(file, 'mkfifo');
  const link = (file: string, to: string) => replace(file, `ln -s ${to}`);

  it('with the run’s log as a pipe holds nothing up, and is told of', async () => {
    const engine = await anEngine();
    const ended = await runToEnd(
      `steps:\n  - name: main\n    command: ${pipe('$DAG_RUN_LOG_FILE')}\n`,
      { engine },
    );

    expect(ended.run.statusLabel).toBe('succeeded');
    expect((await runLog(ended)).note).toContain('is a named pipe');
    expect(engine.complaints.map(({ message }) => message)).toContain(
      'Cannot write the log of a run',
    );
  });

  it('with the run’s log as a link gets nothing written behind it', async () => {
    const target = join(temporaryFolder(), 'target');
    const ended = await runToEnd(
      `steps:\n  - name: main\n    command: ${link('$DAG_RUN_LOG_FILE', target)}\n`,
    );

    expect(ended.run.statusLabel).toBe('succeeded');
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    ['a pipe', 'mkfifo', 'is a named pipe'],
    ['a link', 'ln -s /dev/null', 'is a link'],
    ['a folder', 'mkdir', 'is a folder'],
  ])('with the log of the next one as %s lets that one fail and say so', async (_, by, why) => {
    const ended = await runToEnd(`steps:
  - name: first
    command: ${by} "$(dirname "$DAG_RUN_LOG_FILE")/2-second.out"
  - name: second
    command: echo never
`);

    expect(ended.node('first').statusLabel).toBe('succeeded');
    expect(ended.node('second').statusLabel).toBe('failed');
    expect(ended.node('second').error).toContain(why);
    expect(await logOf(ended, 'second')).toBe('');
  });

  it('with the log of a router as a pipe lets that one fail and say so', async () => {
    const ended = await runToEnd(`type: graph
steps:
  - name: first
    command: mkfifo "$(dirname "$DAG_RUN_LOG_FILE")/2-second.out"
  - name: second
    depends: first
    type: router
    value: a
    routes: { a: [third] }
  - name: third
    command: echo never
`);

    expect(ended.node('second').error).toContain('is a named pipe');
  });

  it.each([
    ['a pipe', 'rm $f; mkfifo $f'],
    ['a link to what was there', 'mv $f $f.real; ln -s $f.real $f'],
    ['a folder', 'rm $f; mkdir $f'],
  ])('with its record as %s ends with an unknown exit', async (_, by) => {
    const engine = await anEngine();
    const work = join(engine.config.paths.dataDir, 'work');
    const ended = await runToEnd(
      `steps:\n  - name: main\n    command: for f in ${work}/*/*.exit; do ${by}; done\n`,
      { engine },
    );

    expect(ended.node('main').error).toContain('exit unknown');
    expect(existsSync(join(engine.config.paths.dataDir, 'engine.db'))).toBe(true);
  });

  it('with the record of the next one as a pipe does not let that one wait', async () => {
    const engine = await anEngine();
    const work = join(engine.config.paths.dataDir, 'work');
    const ended = await runToEnd(
      `steps:
  - name: first
    command: for d in ${work}/*; do mkfifo $d/1-1.exit; done
  - name: second
    command: echo never
`,
      { engine },
    );

    expect(ended.node('second').statusLabel).toBe('failed');
  });

  it('with its output as a pipe has an output that cannot be read', async () => {
    const ended = await runToEnd(`steps:
  - name: main
    command: ${pipe('$DAG_RUN_STEP_STDOUT_FILE')}
    output: RESULT
`);

    expect(ended.node('main').error).toMatch(/cannot read the output RESULT: .* is a named pipe/);
  });

  it('with its log as a link to what was there has no output, and none that is looked into', async () => {
    const ended = await runToEnd(`steps:
  - name: main
    command: echo fine; f=$DAG_RUN_STEP_STDOUT_FILE; mv $f $f.real; ln -s $f.real $f; exit 7
    continue_on: { output: [fine], mark_success: true }
  - name: next
    command: echo next
`);
    const captured = await runToEnd(`steps:
  - name: main
    command: echo fine; f=$DAG_RUN_STEP_STDOUT_FILE; mv $f $f.real; ln -s $f.real $f
    output: RESULT
`);

    expect(ended.node('main').statusLabel).toBe('failed');
    expect(captured.node('main').error).toMatch(/cannot read the output RESULT: .* is a link/);
  });

  it('with its standard error as a pipe fails with its exit code', async () => {
    const ended = await runToEnd(`steps:
  - name: main
    command: ${pipe('$DAG_RUN_STEP_STDERR_FILE')}; exit 7
`);

    expect(ended.node('main').error).toContain('exit status 7');
  });

  it('with a log that `continue_on` looks into as a pipe holds nothing up', async () => {
    const ended = await runToEnd(`steps:
  - name: main
    command: ${pipe('$DAG_RUN_STEP_STDOUT_FILE')}; exit 7
    continue_on: { output: [fine] }
  - name: next
    command: echo next
`);

    expect(ended.node('main').statusLabel).toBe('failed');
  });

  it('with the mark of its stop as a pipe is stopped all the same', async () => {
    const engine = await anEngine();
    const work = join(engine.config.paths.dataDir, 'work');
    const started = await startInline(
      `steps:\n  - name: main\n    command: for f in ${work}/*/*.exit; do mkfifo $f.stop; done; echo up; sleep 100\n`,
      { engine },
    );
    await untilLogHolds(started, 'main', 'up');

    const { name, dagRunId } = started;
    await engine.client.call('runs.stop', { name, dagRunId });

    expect((await endOf(started)).run.statusLabel).toBe('aborted');
  });

  it('with a link in the place of the log folder gets no later log behind it', async () => {
    const elsewhere = temporaryFolder();
    const ended = await runToEnd(`steps:
  - name: first
    command: d="$(dirname "$DAG_RUN_LOG_FILE")"; mv "$d" "$d.away"; ln -s ${elsewhere} "$d"
  - name: second
    command: echo never
`);

    expect(ended.node('second').error).toContain('log_dir');
    expect(readdirSync(elsewhere).filter((name) => name.startsWith('2-'))).toEqual([]);
    expect((await runLog(ended)).note).toContain('is a link');
  });
});

describe('a link in the place of a run’s log folder', () => {
  it('is an empty page with a note', async () => {
    const ended = await runToEnd('steps:\n  - name: main\n    command: echo root\n');
    const folder = dirname(ended.node('main').stdout);
    const away = join(temporaryFolder(), basename(folder));
    renameSync(folder, away);
    symlinkSync(away, folder);
    const { engine, name, dagRunId } = ended;

    const page = await engine.client.call('runs.stepLog', { name, dagRunId, stepName: 'main' });

    expect(page.content).toBe('');
    expect(page.note).toContain(`${folder} is a link`);
    await eventually(() => readFileSync(join(away, 'run.log'), 'utf8') !== '', 'it is still there');
  });
});
