import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../../../support/eventually.ts';
import { builtinAuth, temporaryConfig } from '../../../support/home.ts';
import {
  serveEngine,
  type BuiltProgram,
  type ServedEngine,
} from '../../../support/serve-engine.ts';
import type { Probed } from './probe.ts';

/** Signs the sessions, those that tests make for themselves among them. */
export const SECRET = 'a secret of the campaign, thirty-two characters';
const PATIENCE_MS = 120_000;

/** A server in builtin mode, in a process and a home of its own, and its administrator `root`. */
export class HostedEngine {
  readonly url: string;
  readonly #engine: ServedEngine;
  readonly #home: string;
  readonly #authorization: string;

  private constructor(engine: ServedEngine, home: string, token: string) {
    this.url = engine.url;
    this.#engine = engine;
    this.#home = home;
    this.#authorization = `Bearer ${token}`;
  }

  static async start(program: BuiltProgram = 'server'): Promise<HostedEngine> {
    const config = temporaryConfig();
    const home = dirname(config.paths.configFile);
    const { admin } = builtinAuth;
    const auth = { mode: 'builtin', builtin: { admin, token: { secret: SECRET } } };
    writeFileSync(config.paths.configFile, JSON.stringify({ auth }));
    const env = {
      HOME: home,
      NODE_OPTIONS: `--import=${import.meta.resolve('./probe.ts')}`,
      DAGWRIGHT_PROBE: probeFile(home),
    };
    const engine = await serveEngine(config, env, program);
    const login = await fetch(`${engine.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const { token } = (await login.json()) as { token: string };
    return new HostedEngine(engine, home, token);
  }

  /** A request of the administrator; null where the thing is there already, or there is none. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { Authorization: this.#authorization, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? {} : JSON.parse(text);
    if (response.status === 409 || response.status === 404) return null;
    throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  }

  /** What the process keeps, and how long its event loop was held up since the last time. */
  async probe(): Promise<Probed> {
    const { p99Ms, maxMs } = await this.#look();
    // The first collection lets go of what only a turn of the event loop frees outside of the heap.
    await this.call('GET', '/health');
    const { kept } = await this.#look();
    return { kept, p99Ms, maxMs };
  }

  /** What the engine has logged as faults of its own. */
  faults(): readonly string[] {
    const text = readFileSync(join(this.#home, 'engine.log'), 'utf8');
    return text.split('\n').filter((line) => /^\S+ \S+ error /.test(line));
  }

  async #look(): Promise<Probed> {
    const file = probeFile(this.#home);
    rmSync(file, { force: true });
    process.kill(this.#engine.pid, 'SIGUSR2');
    await eventually(() => existsSync(file), 'the engine says what it keeps', PATIENCE_MS);
    return JSON.parse(readFileSync(file, 'utf8')) as Probed;
  }
}

function probeFile(home: string): string {
  return join(home, 'probed');
}
