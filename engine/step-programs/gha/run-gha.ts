import { mkdirSync } from 'node:fs';
import { arch, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { writeFirst } from '../../lib/write-file.ts';
import { print } from '../print.ts';
import type { ProgramContext } from '../task.ts';
import { findAction } from './find-action.ts';
import type { GhaRequest } from './gha-request.ts';
import { masked, type Job } from './job.ts';
import type { ActionEnd } from './call.ts';
import { runAction } from './run-action.ts';

/**
 * Runs an action of GitHub, and ends as it does.
 *
 * @throws Error in words for a person.
 */
export async function runGha(request: GhaRequest, context: ProgramContext): Promise<void> {
  const job = newJob(request, context);
  context.fact('action', request.action);
  try {
    const { exitCode, outputs } = await runWhole(job, request);
    for (const [name, value] of Object.entries(outputs))
      context.fact(name, masked(job, short(value)));
    if (request.outputsOnly) print(`${masked(job, JSON.stringify(outputs))}\n`);
    process.exitCode = exitCode;
  } catch (error) {
    throw new Error(masked(job, (error as Error).message), { cause: error });
  }
}

async function runWhole(job: Job, { action, inputs }: GhaRequest): Promise<ActionEnd> {
  const folder = await findAction(job, action);
  let end: ActionEnd;
  try {
    end = await runAction(job, { folder, inputs, env: {}, depth: 0 });
    job.hasFailed = end.exitCode !== 0;
  } catch (error) {
    job.hasFailed = true;
    await doAfter(job);
    throw error;
  }
  await doAfter(job);
  return end;
}

/** All of it, whatever fails. @throws Error of the first that fails. */
async function doAfter({ after }: Job): Promise<void> {
  const failures: unknown[] = [];
  for (const last of after.toReversed()) {
    await last().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

function newJob({ inputs, outputsOnly, containers }: GhaRequest, context: ProgramContext): Job {
  const folder = context.temporary(join(tmpdir(), 'action'));
  const temp = join(folder, 'temp');
  const tools = join(folder, 'tools');
  for (const one of [temp, tools]) mkdirSync(one, { recursive: true, mode: 0o700 });
  const event = join(folder, 'event.json');
  writeFirst(event, JSON.stringify({ inputs }));
  // What makes Electron the Node of this program is no variable of the step.
  const given = Object.entries(process.env).flatMap(([name, value = '']) =>
    name === 'ELECTRON_RUN_AS_NODE' ? [] : [[name, value] as const],
  );
  const env = {
    ...runnerVariables({ temp, tools, event }),
    // What the step says wins, such as GITHUB_REPOSITORY.
    ...Object.fromEntries(given),
  };
  const job: Job = {
    workspace: process.cwd(),
    folder,
    env,
    log: outputsOnly ? 2 : 1,
    masks: new Set([env['GITHUB_TOKEN'] ?? ''].filter(Boolean)),
    after: [],
    hasFailed: false,
    containers,
    onStop: context.onStop,
    run: (call) => runAction(job, call),
  };
  return job;
}

interface RunnerPlaces {
  readonly temp: string;
  readonly tools: string;
  readonly event: string;
}

/** What actions read of their runner (GitHub, "Default environment variables"). */
function runnerVariables({ temp, tools, event }: RunnerPlaces): Record<string, string> {
  const { DAG_NAME = '', DAG_RUN_ID = '', DAG_RUN_STEP_NAME = '' } = process.env;
  const systems: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: process.cwd(),
    GITHUB_WORKFLOW: DAG_NAME,
    GITHUB_JOB: DAG_RUN_STEP_NAME,
    GITHUB_RUN_ID: DAG_RUN_ID,
    GITHUB_RUN_NUMBER: '1',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: userInfo().username,
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_EVENT_PATH: event,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_GRAPHQL_URL: 'https://api.github.com/graphql',
    RUNNER_OS: systems[process.platform] ?? 'Linux',
    RUNNER_ARCH: arch().toUpperCase(),
    RUNNER_NAME: hostname(),
    RUNNER_ENVIRONMENT: 'self-hosted',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: tools,
  };
}

/** A fact is a word or two. */
function short(value: string): string {
  return value.length > 200 ? `${value.slice(0, 200)}…` : value;
}
