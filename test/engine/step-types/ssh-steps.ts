import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import {
  endOf,
  engineOfFile,
  logOf,
  startInline,
  type EndedRun,
  type RunOfEngine,
  type TestEngine,
} from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../../scripts/samples/sshd.ts';

/** What tests of steps on another host share: an engine and a host for a file of tests. */
export interface HostTests {
  readonly engine: () => TestEngine;
  readonly host: () => Sshd;
  readonly started: (spec: string, params?: string) => Promise<RunOfEngine>;
  readonly ended: (spec: string, params?: string) => Promise<EndedRun>;
  /** What the step `s` prints, which succeeds. */
  readonly printed: (spec: string, params?: string) => Promise<string>;
  /** Why the step `s` fails. */
  readonly errorOf: (spec: string) => Promise<string>;
  /** The `ssh` of a DAG that goes to a host, by default that of the file, with changed keys; empty ones are left out. */
  readonly server: (changes?: Changes, to?: Sshd) => string;
}

type Changes = Readonly<Record<string, string | number>>;

export function hostTests(): HostTests {
  const engine = engineOfFile();
  let shared: Sshd | undefined;
  beforeAll(async () => {
    shared = await startSshd(temporaryFolder('sshd'));
  });
  afterAll(() => shared?.kill());
  const host = (): Sshd => {
    if (shared === undefined) throw new Error('The host starts before the first test.');
    return shared;
  };
  const started = (spec: string, params?: string): Promise<RunOfEngine> =>
    startInline(spec, { engine: engine(), ...(params === undefined ? {} : { params }) });
  const ended = async (spec: string, params?: string): Promise<EndedRun> =>
    endOf(await started(spec, params));
  const printed = async (spec: string, params?: string): Promise<string> => {
    const run = await ended(spec, params);
    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '' });
    return logOf(run, 's');
  };
  const errorOf = async (spec: string): Promise<string> => {
    const run = await ended(spec);
    expect(run.node('s').statusLabel).toBe('failed');
    return run.node('s').error;
  };
  const server = (changes: Changes = {}, to = host()): string => sshOf(to, changes);
  return { engine, host, started, ended, printed, errorOf, server };
}

/** A host of a test of its own. */
export async function anotherHost(options?: SshdOptions): Promise<Sshd> {
  const another = await startSshd(temporaryFolder('sshd'), options);
  onTestFinished(another.kill);
  return another;
}

/** The `ssh` of a DAG. */
function sshOf({ user, port, keyPath: key, knownHosts }: Sshd, changes: Changes): string {
  const usual = { user, host: '127.0.0.1', port, key, known_host_file: knownHosts };
  const settings = Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== '');
  return `ssh: {${settings.map(([name, value]) => `${name}: ${value}`).join(', ')}}\n`;
}

/** A DAG of the one step `s`. */
export function stepOf(...lines: readonly string[]): string {
  return `steps:\n  - ${['name: s', ...lines].join('\n    ')}\n`;
}
