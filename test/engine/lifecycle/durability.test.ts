import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { describeWithReal } from '../../support/real.ts';
import { homeWith, launch } from '../cli/dagwright.ts';

/** Asks a server for something, and returns its calls of the system in the order in which they ended. */
async function systemCalls(
  strace: string,
  home: string,
  ask: (api: string) => Promise<Response>,
): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'trace');
  const calls = 'trace=fsync,fdatasync,pwrite64,rename,write,writev';
  // Beside the server and not above it, with its threads, with paths for descriptors and with whole pages.
  const under = [strace, '-D', '-f', '-y', '-s', '5000', '-o', file, '-e', calls];
  const server = launch(['server', '--port', '0'], {
    home,
    under,
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const [, url = ''] = await server.printed(/ready at (http:\S+)/);
  const { status } = await ask(`${url}/api/v1`);
  server.signal('SIGTERM');
  const { exitCode } = await server.ended;
  expect({ status, exitCode }).toEqual({ status: 200, exitCode: 0 });
  const lines = (): string[] => readFileSync(file, 'latin1').trimEnd().split('\n');
  await eventually(() => /\+\+\+ exited/.test(lines().at(-1) ?? ''), 'the trace is whole');
  return joined(lines());
}

/** A call in whose midst another thread called has two lines. */
function joined(lines: readonly string[]): readonly string[] {
  const begun = new Map<string, string>();
  return lines.flatMap((line) => {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, text);
      return [];
    }
    return /^<\.\.\. \w+ resumed>/.test(text) ? [`${begun.get(thread)}${text}`] : [text];
  });
}

const send = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Where the first call of the kind stands that matches; the test fails where there is none. */
function place(calls: readonly string[], pattern: RegExp, after = -1): number {
  const at = calls.findIndex((call, index) => index > after && pattern.test(call));
  expect(at, `${pattern} after call ${after}`).toBeGreaterThan(after);
  return at;
}

describeWithReal('strace', 'what a server has answered', (strace) => {
  it('is on the disk before: a run that was accepted', async () => {
    const run = { name: 'inline', dagRunId: 'as-durable-as-can-be', spec: 'steps: ["true"]' };

    const calls = await systemCalls(strace, homeWith(), (api) =>
      fetch(`${api}/dag-runs`, send('POST', run)),
    );

    const written = place(calls, /^pwrite64\(\d+<\S+engine\.db-wal>.*as-durable-as-can-be/);
    const synced = place(calls, /^f(data)?sync\(\d+<\S+engine\.db-wal>/, written);
    const answered = place(calls, /^writev?\(\d+<(socket|TCP).*HTTP\/1\.1 200 .*as-durable/);
    expect(synced).toBeLessThan(answered);
  });

  it('is on the disk before it takes the place of the old: a definition', async () => {
    const home = homeWith({ kept: 'steps: ["true"]' });

    const calls = await systemCalls(strace, home, (api) =>
      fetch(`${api}/dags/kept/spec`, send('PUT', { spec: 'steps: ["echo new"]' })),
    );

    const written = place(calls, /^write\(\d+<\S+\/dags\/\.draft-\S+>.*echo new/);
    const synced = place(calls, /^f(data)?sync\(\d+<\S+\/dags\/\.draft-/, written);
    const replaced = place(calls, /^rename\("\S+\/dags\/\.draft-\S+, "\S+\/dags\/kept\.yaml"/);
    const answered = place(calls, /^writev?\(\d+<(socket|TCP).*HTTP\/1\.1 200 /);
    expect([written, synced, replaced, answered]).toEqual(
      [written, synced, replaced, answered].toSorted((a, b) => a - b),
    );
  });
});
