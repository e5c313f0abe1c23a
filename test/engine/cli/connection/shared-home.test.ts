import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { dagwright, homeWith, launch, serve } from '../dagwright.ts';
import { gatedDag } from './gated-dag.ts';

const fileOf = (home: string, name: string): string => join(home, 'data', name);

interface Endpoint {
  readonly pid: number;
  readonly isService: boolean;
}

const endpointOf = (home: string): Endpoint =>
  JSON.parse(readFileSync(fileOf(home, 'engine.json'), 'utf8')) as Endpoint;

/** A command that stays until its run has ended, and is killed with the test. */
function begin(args: readonly string[], options: Parameters<typeof launch>[1]) {
  const started = launch(args, options);
  onTestFinished(() => void started.signal('SIGKILL'));
  return started;
}

/** A home in which a command without a server runs a DAG of two steps, and answers others. */
async function heldHome(more: Readonly<Record<string, string>> = {}) {
  const held = gatedDag('first', 'second');
  const home = homeWith({ held: held.text, ...more });
  const holder = begin(['start', 'held', '-r', 'h'], { home });
  await holder.printed(/first.*begun/);
  await eventually(() => existsSync(fileOf(home, 'engine.json')), 'it answers');
  return { home, held, holder };
}

const statuses = async (home: string): Promise<Readonly<Record<string, string>>> => {
  const { stdout } = await dagwright(['history', '--format', 'json'], { home });
  const dagRuns = JSON.parse(stdout) as readonly {
    readonly name: string;
    readonly statusLabel: string;
  }[];
  return Object.fromEntries(dagRuns.map(({ name, statusLabel }) => [name, statusLabel]));
};

describe('while a command without a server runs a DAG', () => {
  it('another one starts a DAG, and goes on with it when the first one has ended', async () => {
    const other = gatedDag('one', 'two');
    const { home, held, holder } = await heldHome({ other: other.text });
    const second = begin(['start', 'other'], { home });
    await second.printed(/one.*begun/);
    held.letGo();
    const first = await holder.ended;
    other.letGo();

    const { exitCode, stdout } = await second.ended;

    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(exitCode).toBe(0);
    // What it printed before and after is whole.
    expect(
      stdout.match(/(one|two) +│ (begun|over)/g)?.map((line) => line.replace(/ +│/, '')),
    ).toEqual(['one begun', 'one over', 'two begun', 'two over']);
    expect(await statuses(home)).toEqual({ held: 'succeeded', other: 'succeeded' });
    expect(existsSync(fileOf(home, 'engine.json'))).toBe(false);
    expect(existsSync(fileOf(home, 'engine.sock'))).toBe(false);
  });

  it('another one goes on with its own run alone when the first one was killed', async () => {
    const other = gatedDag('one', 'two');
    const { home, holder } = await heldHome({ other: other.text });
    const second = begin(['start', 'other'], { home });
    await second.printed(/one.*begun/);
    holder.signal('SIGKILL');
    await holder.ended;
    other.letGo();

    const { exitCode } = await second.ended;

    expect(exitCode).toBe(0);
    expect(await statuses(home)).toEqual({ held: 'running', other: 'succeeded' });
    await dagwright(['stop', 'held'], { home });
  });

  it('others read its run, follow its log and stop it', async () => {
    const { home, holder } = await heldHome();
    const log = begin(['logs', 'held', '--step', 'first', '-f'], { home });
    await log.printed(/begun/);

    const status = await dagwright(['status', 'held'], { home });
    const stop = await dagwright(['stop', 'held'], { home });

    expect(status.stdout).toMatch(/held {2}running[\s\S]*first {2,}.*\n.*second {2}not started/);
    expect(status.stderr).toBe('');
    expect(stop).toEqual({
      stdout: 'Run h of held has ended: aborted\n',
      stderr: '',
      exitCode: 0,
    });
    expect((await holder.ended).exitCode).toBe(0);
    expect(await log.ended).toMatchObject({ stdout: 'begun\n', exitCode: 0 });
  });

  it('others say that nothing goes on after it', async () => {
    const { home, held, holder } = await heldHome({ quick: 'steps: ["true"]' });

    const start = await dagwright(['start', 'quick', '--no-follow'], { home });
    const enqueue = await dagwright(['enqueue', 'quick'], { home });
    const doctor = await dagwright(['doctor'], { home });

    const { pid } = endpointOf(home);
    expect(start.stderr).toContain('nothing would continue the run');
    expect(enqueue.stderr).toContain('The run starts with the next `dagwright server`.');
    expect(doctor.stdout).toContain(`A command (process ${pid}) is using it`);
    held.letGo();
    await holder.ended;
  });

  it('a run of another one reads the environment of that one', async () => {
    const { home, held, holder } = await heldHome();
    writeFileSync(
      join(home, 'dags', 'reads.yaml'),
      'env: [{WHOLE: "${TARGET}"}]\nsteps:\n  - name: s\n    env: [{OWN: "${TARGET}"}]\n    command: echo "$WHOLE $OWN $SVC_TOKEN."\n  - call: child\n---\nname: child\nenv: [{CALLED: "${TARGET}"}]\nsteps:\n  - command: test "$CALLED" = there\n',
    );

    const { stdout, exitCode } = await dagwright(['start', 'reads'], {
      home,
      env: { TARGET: 'there' },
    });

    expect(stdout).toContain('│ there there .');
    expect(exitCode).toBe(0);
    held.letGo();
    await holder.ended;
  });

  it('a server takes its place, and it goes on as a client', async () => {
    const other = gatedDag('one', 'two');
    const { home, held, holder } = await heldHome({ other: other.text });
    const second = begin(['start', 'other'], { home });
    await second.printed(/one.*begun/);

    await using server = await serve(home);
    held.letGo();
    other.letGo();

    expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
    expect(await holder.ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await second.ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await statuses(home)).toEqual({ held: 'succeeded', other: 'succeeded' });
    expect(endpointOf(home).isService).toBe(true);
  });
});

describe('a command that follows a run of a server', () => {
  it('goes on with the run when the server stops, and hands it to the next server', async () => {
    const dag = gatedDag('one', 'two', 'three');
    const home = homeWith({ dag: dag.text });
    const server = await serve(home);
    const start = begin(['start', 'dag'], { home });
    await start.printed(/one.*begun/);

    server.signal('SIGTERM');
    await server.ended;
    dag.letGo('one');
    await start.printed(/two.*begun/);
    await using next = await serve(home);
    dag.letGo();

    const { exitCode, stderr } = await start.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect((await fetch(`${next.url}/api/v1/health`)).status).toBe(200);
    expect(await statuses(home)).toEqual({ dag: 'succeeded' });
  });
});

describe('many commands at once', () => {
  it('all do what they were asked', async () => {
    const home = homeWith();
    const numbers = [...Array(8).keys()];

    const all = await Promise.all(
      numbers.map((n) =>
        dagwright(['exec', '--name', `n${n}`, '--', 'sh', '-c', `sleep 0.${n}; echo did ${n}`], {
          home,
        }),
      ),
    );

    // On a busy machine one that waits for longer says so.
    const stderr = expect.stringMatching(
      /^(Waiting for process \d+, which is using this home…\n)*$/,
    );
    expect(all).toMatchObject(numbers.map(() => ({ exitCode: 0, stderr })));
    for (const [n, { stdout }] of all.entries()) expect(stdout).toContain(`did ${n}`);
  });
});
