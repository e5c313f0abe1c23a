import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import type { EngineEvent } from '../../engine/contract/events.ts';
import type { NodeObject, RunDetail } from '../../engine/contract/run.ts';
import { isActiveRun } from '../../engine/contract/status.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import type { Clock } from '../../engine/lib/clock.ts';
import type { LogFields, Logger } from '../../engine/lib/logger.ts';
import { spawnerMark } from '../../engine/platform/process-identity.ts';
import { eventually, PATIENCE_MS } from './eventually.ts';
import { temporaryConfig } from './home.ts';
import { processesNaming, processesUsing } from './leftovers.ts';
import { layNewDatabase } from './new-database.ts';

export { eventually };

export interface Complaint {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps what is wrong and says nothing. */
export function silentLogger(complaints: Complaint[] = []): Logger {
  const add =
    (level: Complaint['level']) =>
    (message: string, fields: LogFields = {}): void => {
      complaints.push({ level, message, fields });
    };
  const quiet = (): void => undefined;
  const log: Logger = {
    debug: quiet,
    info: quiet,
    warn: add('warn'),
    error: add('error'),
    with: () => log,
  };
  return log;
}

export interface TestEngine extends Engine {
  readonly config: Config;
  /** Warnings and errors that the engine logged. */
  readonly complaints: readonly Complaint[];
}

export interface TestEngineOptions {
  /** A home that an earlier engine left; a new one when left out. */
  readonly config?: Config;
  readonly clock?: Clock;
  readonly bootId?: string;
  /** False for the engine of a single command. */
  readonly isService?: boolean;
}

/** A started engine. At the end of the test it is stopped, and what it left running is ended. */
export async function anEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startEngine(options);
  onTestFinished(() => stopEngine(engine));
  return engine;
}

/** One engine for all tests of a file, for cases that do not disturb each other; answers with it once it is started. */
export function engineOfFile(): () => TestEngine {
  let engine: TestEngine | undefined;
  beforeAll(async () => {
    engine = await startEngine({});
  });
  afterAll(async () => {
    if (engine !== undefined) await stopEngine(engine);
  });
  return () => {
    if (engine === undefined) throw new Error('The engine starts before the first test.');
    return engine;
  };
}

async function startEngine(options: TestEngineOptions): Promise<TestEngine> {
  const config = options.config ?? newHome();
  const complaints: Complaint[] = [];
  const { clock, isService, bootId } = options;
  const engine = await createEngine({
    config,
    log: silentLogger(complaints),
    ...(isService === undefined ? {} : { isService }),
    ...(clock === undefined ? {} : { clock }),
    ...(bootId === undefined ? {} : { bootId }),
  });
  return { ...takingHandles(engine), config, complaints };
}

/** Takes a run that a test holds (`RunOfEngine`) in calls, by its own fields: the engine takes no others. */
export function takingHandles<T extends Pick<Engine, 'call' | 'client'>>(engine: T): T {
  const { call, client } = engine;
  return {
    ...engine,
    call: (name, input, caller) => call(name, ownFields(input), caller),
    client: { ...client, call: (name, input) => client.call(name, ownFields(input)) },
  };
}

function ownFields<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null || !('engine' in input)) return input;
  const own = Object.entries(input).filter(([field]) => !['engine', 'run', 'node'].includes(field));
  return Object.fromEntries(own) as Input;
}

function newHome(): Config {
  const config = temporaryConfig();
  layNewDatabase(config.paths.dataDir);
  return config;
}

async function stopEngine({ stop, config }: TestEngine): Promise<void> {
  await stop();
  endProcessesOf(config);
}

/** Ends the steps that live on in a home, and before them who would start those that an engine has asked for last. */
export function endProcessesOf({ paths }: Config): void {
  const home = join(paths.dataDir, 'engine.home');
  if (existsSync(home)) kill(processesNaming(spawnerMark(readFileSync(home, 'utf8').trim())));
  kill(processesUsing(paths.dataDir, paths.logDir));
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended meanwhile: that is what is wanted.
    }
  }
}

export interface RunOfEngine {
  readonly engine: TestEngine;
  readonly name: string;
  readonly dagRunId: string;
}

export interface StartOptions {
  readonly engine?: TestEngine;
  readonly name?: string;
  readonly params?: string;
  readonly dagRunId?: string;
}

/** Starts a definition that is not stored, on an engine of its own unless one is given. */
export async function startInline(spec: string, options: StartOptions = {}): Promise<RunOfEngine> {
  const { engine = await anEngine(), name = 'test', ...rest } = options;
  const { dagRunId } = await engine.client.call('runs.start', { spec, name, ...rest });
  return { engine, name, dagRunId };
}

export interface EndedRun extends RunOfEngine {
  readonly run: RunDetail;
  /** The nodes by the names of their steps. */
  readonly node: (name: string) => NodeObject;
}

/** Runs a definition and waits for its end. */
export async function runToEnd(spec: string, options: StartOptions = {}): Promise<EndedRun> {
  const started = await startInline(spec, options);
  return endOf(started);
}

export async function endOf(started: RunOfEngine): Promise<EndedRun> {
  const run = await runUntil(started, hasEnded);
  return { ...started, run, node: (name) => nodeOf(run, name) };
}

export function hasEnded({ statusLabel }: Pick<RunDetail, 'statusLabel'>): boolean {
  return !isActiveRun(statusLabel) && statusLabel !== 'not_started';
}

export function nodeOf(run: RunDetail, name: string): NodeObject {
  const node = run.nodes.find(({ step }) => step.name === name);
  if (node === undefined) throw new Error(`The run has no node ${name}.`);
  return node;
}

/** The run as soon as it meets the condition; looked at whenever the engine announces something about it. */
export async function runUntil(
  { engine, name, dagRunId }: RunOfEngine,
  condition: (run: RunDetail) => boolean,
): Promise<RunDetail> {
  const look = async (): Promise<RunDetail> =>
    (await engine.client.call('runs.get', { name, dagRunId })).dagRun;
  let wake = (): void => undefined;
  let changed = new Promise<void>((resolve) => (wake = resolve));
  const end = engine.subscribe({ name }, () => wake());
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  try {
    for (;;) {
      const last = await look();
      if (condition(last)) return last;
      await Promise.race([changed, aborted(deadline)]);
      if (deadline.aborted) throw new Error(`The run is still ${JSON.stringify(last, null, 1)}`);
      changed = new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    end();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits until a step has a process and printed what it is to print first. */
export async function untilLogHolds(
  { engine, name, dagRunId }: RunOfEngine,
  stepName: string,
  text: string,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<void> {
  await eventually(
    async () => {
      const asked = { name, dagRunId, stepName, stream };
      const page = await engine.client.call('runs.stepLog', asked);
      return page.content.includes(text);
    },
    `the log of ${stepName} holds ${JSON.stringify(text)}`,
  );
}

/** All events of an engine, in order, from now to the end of the test. */
export function eventsOf(engine: TestEngine, filter = {}): readonly EngineEvent[] {
  const events: EngineEvent[] = [];
  onTestFinished(engine.subscribe(filter, (event) => events.push(event)));
  return events;
}

/** The text of a step's log. */
export async function logOf(
  { engine, name, dagRunId }: RunOfEngine,
  stepName: string,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<string> {
  const page = { name, dagRunId, stepName, stream };
  return (await engine.client.call('runs.stepLog', page)).content;
}
