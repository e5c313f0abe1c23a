import { beforeAll, describe, expect, it } from 'vitest';
import { dagwright, homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const dags = {
  good: 'tags: team=data\nparams: N=1\nsteps:\n  - name: only\n    command: echo fine\n',
  bad: 'steps:\n  - name: first\n    command: exit 3\n  - name: second\n    command: echo never\n',
  // The name of a DAG need not be that of its file.
  file: 'name: named\nsteps: [echo]\n',
  idle: 'steps: [echo]\n',
  top: 'steps: [{name: a, call: mid}]\n---\nname: mid\nsteps: [{name: b, call: leaf}]\n---\nname: leaf\nsteps: [{name: c, command: echo}]\n',
  patient: 'steps:\n  - name: wait\n    command: sleep 60\n',
};

/** A home with three runs that have ended: the tests here only read. */
const home = homeWith(dags);
beforeAll(async () => {
  await dagwright(['start', 'good', '--run-id', 'g1'], { home });
  await dagwright(['start', 'good', '--run-id', 'g2', '-p', 'N="2, or \\"3\\""'], { home });
  await dagwright(['start', 'bad', '--run-id', 'b1'], { home });
  await dagwright(['start', 'file', '--run-id', 'f1'], { home });
});

describe('dagwright history', () => {
  const ids = async (...args: string[]) => {
    const { stdout } = await command(['history', ...args, '--format', 'json'], { home });
    return (JSON.parse(stdout) as { dagRunId: string }[]).map(({ dagRunId }) => dagRunId);
  };

  it('is a table of runs, newest first', async () => {
    const { stdout, exitCode } = await command(['history'], { home });

    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^DAG {4}RUN {2}STATUS {5}STARTED {14}DURATION {2}TRIGGER {2}PARAMS$/);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^named  f1   succeeded  ${time}  \\d\\.\\ds      manual$`)),
      expect.stringMatching(new RegExp(`^bad    b1   failed     ${time}  \\d\\.\\ds      manual$`)),
      expect.stringMatching(new RegExp(`^good   g2   succeeded  ${time}  .*"N":"2, or`)),
      expect.stringMatching(new RegExp(`^good   g1   succeeded  ${time}  .*{"N":"1"}$`)),
    ]);
    expect(exitCode).toBe(0);
  });

  it('is CSV with one record a line', async () => {
    const { stdout } = await command(['history', 'good', '--format', 'csv'], { home });

    const [head, second, first, end] = stdout.split('\r\n');
    expect(head).toBe(
      'name,dagRunId,status,triggerType,queuedAt,startedAt,finishedAt,durationSeconds,params,error',
    );
    expect(second).toMatch(/^good,g2,succeeded,manual,,.*,"{""N"":""2, or \\""3\\""""}",$/);
    expect(first).toMatch(/^good,g1,succeeded,manual,,.*Z,[\d.]+,"{""N"":""1""}",$/);
    expect(end).toBe('');
  });

  it.each([
    { args: [], finds: ['f1', 'b1', 'g2', 'g1'] },
    { args: ['good'], finds: ['g2', 'g1'] },
    { args: ['good.yaml'], finds: ['g2', 'g1'] },
    { args: ['--status', 'failed'], finds: ['b1'] },
    { args: ['--tags', 'team=data'], finds: ['g2', 'g1'] },
    { args: ['--run-id', '2'], finds: ['g2'] },
    { args: ['--limit', '1'], finds: ['f1'] },
    { args: ['--last', '1h'], finds: ['f1', 'b1', 'g2', 'g1'] },
    { args: ['--from', '2020-01-01', '--to', '2020-12-31'], finds: [] },
    { args: ['--from', '2020-01-01T10:00Z'], finds: ['f1', 'b1', 'g2', 'g1'] },
    { args: ['--to', '2020-12-31 10:00'], finds: [] },
  ])('with $args finds $finds', async ({ args, finds }) => {
    expect(await ids(...args)).toEqual(finds);
  });

  it('refuses a range that ends before it begins', async () => {
    const range = ['--from', '2026-02-02', '--to', '2026-02-01'];

    const { stderr, exitCode } = await command(['history', ...range], { home });

    expect({ stderr, exitCode }).toEqual({
      stderr: 'error: --from is later than --to.\n',
      exitCode: 1,
    });
    expect(await ids('--from', '2026-02-01', '--to', '2026-02-01')).toEqual([]);
  });

  it('says when there is more, and when there is nothing', async () => {
    const some = await command(['history', '--limit', '2'], { home });
    const none = await command(['history', 'idle'], { home });
    const slip = await command(['history', 'goood'], { home });
    const quiet = await command(['history', '--limit', '2', '-q'], { home });

    expect(quiet).toEqual({ ...some, stderr: '' });
    expect(some.stderr).toBe('Showing the newest 2. Use --limit for more, up to 1000.\n');
    expect(none).toEqual({ stdout: 'No runs found.\n', stderr: '', exitCode: 0 });
    expect(slip).toEqual({
      stdout: 'No runs found.\n',
      stderr: 'DAG goood not found: did you mean `good`?\n',
      exitCode: 0,
    });
  });
});

describe('dagwright status', () => {
  it('shows the newest run with its steps and what went wrong', async () => {
    const { stdout, exitCode } = await command(['status', 'bad'], { home });

    expect(stdout).toMatch(/^✗ bad {2}failed {2}in \d\.\ds {2}b1\n {2}started .* by manual\n/);
    expect(stdout).toMatch(/\n├─ ✗ first {3}failed {3}\d\.\ds\n│ {6}exit status 3\n/);
    expect(stdout).toMatch(/\n└─ ■ second {2}aborted.*\n {7}upstream failed\n$/);
    expect(exitCode).toBe(0);
  });

  it('shows the run that is asked for', async () => {
    const { stdout } = await command(['status', 'good', '-r', 'g1', '--format', 'json'], {
      home,
    });

    expect(JSON.parse(stdout)).toMatchObject({ dagRunId: 'g1', nodes: [{ exitCode: 0 }] });
  });

  it('shows a run that it called, directly or not', async () => {
    const own = homeWith(dags);
    await dagwright(['start', 'top', '-r', 't1', '-q'], { home: own });
    const status = (...args: string[]) => command(['status', 'top', ...args], { home: own });
    const calledBy = async (...args: string[]) => {
      const { stdout } = await status(...args, '--format', 'json');
      const run = JSON.parse(stdout) as { nodes: { subRuns: { dagRunId: string }[] }[] };
      return run.nodes[0]?.subRuns[0]?.dagRunId ?? '';
    };

    const mid = await calledBy();
    const leaf = await calledBy('--sub-run-id', mid);
    const shown = await status('-r', 't1', '--sub-run-id', leaf);
    const none = await status('--sub-run-id', 'none');

    expect(shown.stdout).toMatch(/^✓ leaf {2}succeeded/);
    expect(none.stderr).toBe(
      'error: Run t1 of top has no sub-run none.\nSee: dagwright status top --run-id t1\n',
    );
  });

  it('says what became of its mails', async () => {
    const spec =
      'mail_on: {success: true}\ninfo_mail: {from: a@b.c, to: d@e.f}\nsteps: [echo hi]\n';
    const own = homeWith({ told: spec });
    await dagwright(['start', 'told', '-q'], { home: own });

    const { stdout } = await command(['status', 'told'], { home: own });

    expect(stdout).toContain(
      '\nmail about the success: not sent: a mail needs a server: set `smtp` of the DAG\n',
    );
  });

  it.each(['file', 'file.yaml', 'named'])('knows the DAG as %s', async (name) => {
    const { stdout } = await command(['status', name], { home });

    expect(stdout).toMatch(/^✓ named {2}succeeded/);
  });

  it.each([
    { args: ['idle'], says: 'DAG idle has no runs.\nStart one: dagwright start idle' },
    {
      args: ['good', '--run-id', 'x'],
      says: 'DAG good has no run x.\nSee: dagwright history good',
    },
    { args: ['goood'], says: 'DAG goood not found: did you mean `good`?' },
  ])('says for $args what there is not', async ({ args, says }) => {
    const { stdout, stderr, exitCode } = await command(['status', ...args], { home });

    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: `error: ${says}\n`,
      exitCode: 1,
    });
  });
});

describe('dagwright stop', () => {
  it.each(['', '.yaml', '/'])('stops nothing where "%s" names the DAG', async (name) => {
    const home = homeWith({ gate: 'steps:\n  - {name: ask, type: hitl}\n' });
    await command(['start', 'gate'], { home });

    const { stderr, exitCode } = await command(['stop', name], { home });

    expect(stderr).toMatch(/is empty|not found/);
    expect(exitCode).toBe(1);
    const { stdout } = await command(['status', 'gate'], { home });
    expect(stdout).toContain('waiting');
  });

  it('stops the newest active run, and returns when it has ended', async () => {
    const own = homeWith(dags);
    await using server = await serve(own);
    await dagwright(['start', 'patient', '--no-follow', '--run-id', 'p1'], { home: own });
    await dagwright(['start', 'patient', '--no-follow', '--run-id', 'p2'], { home: own });

    const newest = await command(['stop', 'patient'], { home: own });
    const other = await command(['stop', 'patient', '-r', 'p1', '--format', 'json'], {
      home: own,
    });

    expect(server.url).toMatch(/^http:/);
    expect(newest.stdout).toBe('Run p2 of patient has ended: aborted\n');
    expect(JSON.parse(other.stdout)).toMatchObject({ dagRunId: 'p1', statusLabel: 'aborted' });
    expect([newest.exitCode, other.exitCode]).toEqual([0, 0]);
  });

  it('stops what has started before what is queued, and status names it', async () => {
    const own = homeWith(dags);
    await using server = await serve(own);
    await dagwright(['start', 'patient', '--no-follow', '--run-id', 'p1'], { home: own });
    await dagwright(['enqueue', 'patient', '--run-id', 'p2'], { home: own });

    const status = await command(['status', 'patient'], { home: own });
    const stopped = await command(['stop', 'patient'], { home: own });
    // It has its turn now, and would outlive the server.
    await command(['stop', 'patient', '-r', 'p2'], { home: own });

    expect(server.url).toMatch(/^http:/);
    expect(status.stdout).toContain('p2');
    expect(status.stderr).toContain('Another run is running: p1. Show one with --run-id.\n');
    expect(stopped.stdout).toBe('Run p1 of patient has ended: aborted\n');
  });

  it('says when nothing is active', async () => {
    const { stderr, exitCode } = await command(['stop', 'bad'], { home });

    expect(stderr).toBe('error: DAG bad has no active run, and its newest one has failed.\n');
    expect(exitCode).toBe(1);
  });

  it('says when the run has ended already', async () => {
    const { stderr, exitCode } = await command(['stop', 'good', '-r', 'g1'], { home });

    expect(stderr).toMatch(/^error: Run g1 of good is succeeded, not running/);
    expect(exitCode).toBe(1);
  });
});
