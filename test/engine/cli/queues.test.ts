import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../../engine/contract/http-client.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { temporaryFolder } from '../../support/home.ts';
import { homeWith, serve } from './dagwright.ts';
import { command } from './in-process.ts';

const dags = {
  patient: 'steps: [{name: wait, command: exec sleep 60}]\n',
  greet: 'params: N=1\nsteps: [{name: s, command: echo "n is $N"}]\n',
};

const silence = { stdout: '', stderr: '', exitCode: 0 };

/** A home with a queue, in which one run goes on and two wait. */
async function aFullQueue() {
  const home = homeWith(dags);
  writeFileSync(join(home, 'config.yaml'), 'queues: {config: [{name: night}]}\n');
  const server = await serve(home);
  const client = createHttpClient({ baseUrl: server.url, wait: systemClock.after });
  for (const dagRunId of ['p1', 'p2', 'p3']) {
    await client.call('dags.enqueue', { fileName: 'patient', dagRunId, queue: 'night' });
  }
  return {
    home,
    async [Symbol.asyncDispose]() {
      await client.call('dags.stopAll', { fileName: 'patient' });
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('dagwright enqueue', () => {
  it('queues a stored DAG or a file with parameters, and returns at once', async () => {
    const home = homeWith(dags);
    await using server = await serve(home);
    const file = join(home, 'draft.yaml');
    writeFileSync(file, dags.greet);

    const stored = await command(['enqueue', 'greet', '-r', 'g1', '--', 'N=2 3'], { home });
    const draft = await command(['enqueue', file, '-r', 'd1', '--format', 'json'], { home });
    const status = ['status', 'greet', '-r', 'g1', '--format', 'json'];
    const { stdout } = await command(status, { home });

    expect(server.url).toMatch(/^http:/);
    expect(stored).toEqual({ stdout: 'Queued run g1 of greet\n', stderr: '', exitCode: 0 });
    expect(JSON.parse(draft.stdout)).toEqual({ name: 'draft', dagRunId: 'd1' });
    const run = JSON.parse(stdout);
    expect(run).toMatchObject({ dagRunId: 'g1', params: '{"N":"2 3"}', triggerType: 'manual' });
    expect(run.queuedAt).not.toBe('');
  });

  it('without a server keeps the run for the next one, and says so', async () => {
    const home = homeWith(dags);

    const { stdout, stderr, exitCode } = await command(['enqueue', 'greet', '-r', 'g1'], {
      home,
    });
    const { stdout: queues } = await command(['queues'], { home });

    expect({ stdout, exitCode }).toEqual({ stdout: 'Queued run g1 of greet\n', exitCode: 0 });
    expect(stderr).toBe(
      'No engine is running for this home. The run starts with the next `dagwright server`.\n',
    );
    expect(queues).toMatch(/\ngreet {2}0 of 1 {2}1 {9}greet {2}g1 {3}queued/);
    expect(queues).toMatch(/ starts with the next engine\n$/);
  });

  it('says nothing of it with --quiet', async () => {
    const home = homeWith(dags);

    const quiet = await command(['enqueue', 'greet', '-q', '-r', 'g1'], { home });
    const taken = await command(['dequeue', 'greet', 'g1', '-q'], { home });

    expect([quiet, taken]).toEqual([silence, silence]);
  });

  it('lets the run work in the folder that it is told', async () => {
    const home = homeWith({ where: 'steps: [{name: look, command: pwd}]\n' });
    await using server = await serve(home);
    const folder = temporaryFolder('elsewhere');

    await command(['enqueue', 'where', '--default-working-dir', folder], { home });
    const log = await command(['logs', 'where', '--step', 'look', '--follow'], { home });

    expect(server.url).toMatch(/^http:/);
    expect(log.stdout).toBe(`${folder}\n`);
  });

  it('shows what is wrong with a file', async () => {
    const home = homeWith();
    const file = join(home, 'bad.yaml');
    writeFileSync(file, 'stepz: []\n');

    const { stdout, stderr, exitCode } = await command(['enqueue', file], { home });

    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toContain('unknown key `stepz`');
  });
});

describe('dagwright queues', () => {
  it('is a table of what runs and what waits, and why', async () => {
    await using queue = await aFullQueue();

    const { stdout } = await command(['queues'], queue);
    const one = await command(['queues', 'night', '--format', 'json'], queue);
    const none = await command(['queues', 'day'], queue);

    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(
      /^QUEUE {2}LOAD {4}POSITION {2}DAG {6}RUN {2}STATUS {3}SINCE {16}REASON$/,
    );
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^night  1 of 1 {12}patient  p1   running  ${time}$`)),
      expect.stringMatching(
        new RegExp(
          `^night  1 of 1  1 {9}patient  p2   queued   ${time}  1 of 1 running: patient p1$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(`^night  1 of 1  2 {9}patient  p3   queued   ${time}  behind 1 other$`),
      ),
    ]);
    expect(JSON.parse(one.stdout)).toMatchObject({ name: 'night', type: 'global', queuedCount: 2 });
    expect(none).toMatchObject({ stdout: '', exitCode: 1 });
  });

  it('says when there are none', async () => {
    const { stdout } = await command(['queues'], { home: homeWith() });

    expect(stdout).toBe('No queues.\n');
  });
});

describe('dagwright dequeue', () => {
  it('takes out a run by its id, that of the DAG which came first, or the next of a queue', async () => {
    await using queue = await aFullQueue();

    await command(['enqueue', 'patient', '-r', 'p4', '--queue', 'night'], queue);
    const byId = await command(['dequeue', 'patient', 'p3'], queue);
    const next = await command(['dequeue', '--queue', 'night', '--format', 'json'], queue);
    const first = await command(['dequeue', 'patient'], queue);
    const none = await command(['dequeue', 'night'], queue);

    expect(byId.stdout).toBe('Run p3 of patient has left its queue\n');
    expect(JSON.parse(next.stdout)).toEqual({ name: 'patient', dagRunId: 'p2' });
    expect(first.stdout).toBe('Run p4 of patient has left its queue\n');
    expect(none).toEqual({
      stdout: '',
      stderr: 'error: Queue night is empty.\n',
      exitCode: 1,
    });
  });

  it('takes the next run out of a queue that is named, or the run of it that is asked for', async () => {
    await using queue = await aFullQueue();

    const asked = await command(['dequeue', 'night', '-d', 'patient:p3'], queue);
    const elsewhere = await command(['dequeue', 'day', '-d', 'patient:p2'], queue);
    const next = await command(['dequeue', 'night'], queue);

    expect(asked.stdout).toBe('Run p3 of patient has left its queue\n');
    expect(elsewhere.stderr).toBe('error: Run p2 of patient is not in queue day.\n');
    expect(next.stdout).toBe('Run p2 of patient has left its queue\n');
  });

  it.each([
    { args: ['dequeue'], says: 'either the name of a queue or a DAG' },
    { args: ['dequeue', 'greet', '--queue', 'q'], says: 'either the name of a queue or a DAG' },
    { args: ['dequeue', 'greet', 'g1', '-d', 'greet:g1'], says: 'either a run id or --dag-run' },
    { args: ['dequeue', 'greet', '-d', 'g1'], says: 'and a run id, such as daily:42' },
    { args: ['dequeue', 'greet'], says: 'DAG greet has no queued run.' },
    { args: ['dequeue', 'greet', 'g1'], says: 'greet has no run g1' },
  ])('says for $args what is wrong', async ({ args, says }) => {
    const answer = await command(args, { home: homeWith(dags) });

    expect(answer).toMatchObject({ stdout: '', exitCode: 1 });
    expect(answer.stderr).toContain(says);
  });
});
