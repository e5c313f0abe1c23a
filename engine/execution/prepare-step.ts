import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import type { Step } from '../dag/definition.ts';
import { expandText, type Scope } from '../dag/expand.ts';
import { findProgram } from '../platform/find-program.ts';
import { runCommand } from '../platform/run-command.ts';
import type { LaunchOptions } from '../platform/step-process.ts';
import { shellInvocation, type Invocation } from '../steps/shell/invocation.ts';
import { makeFolder } from './make-folder.ts';
import { absolute, expandDefined } from './prepare-run.ts';
import { attemptFiles, runLogFile } from './run-folders.ts';
import { stepScope, type RunFacts, type StepScope } from './step-scope.ts';

export interface StepSetting extends RunFacts {
  readonly defaultShell: readonly string[];
  readonly ownEnvironment: NodeJS.ProcessEnv;
  readonly logFolder: string;
  readonly workFolder: string;
  /** Ends the commands that the preparation waits for. */
  readonly signal: AbortSignal;
}

const SUBSTITUTION_MS = 30_000;

/**
 * Makes everything ready that the process of a step needs: variables, directory, commands, files.
 *
 * @throws Error in words for a person: the step fails with them.
 */
export async function prepareStep(
  setting: StepSetting,
  position: number,
  attempt: { readonly number: number; readonly nonce: string },
): Promise<LaunchOptions> {
  const step = setting.dag.steps[position];
  const node = setting.nodes[position];
  if (step === undefined || node === undefined) throw new Error(`There is no step ${position}`);
  const files = attemptFiles(setting.workFolder, position, attempt.number);
  makeFolder(setting.logFolder, 'log_dir');
  // Commands in the step's environment run here, before its own directory is known.
  makeFolder(setting.context.workingDir, 'working_dir');
  const scope = await stepScope(setting, position, {
    ownEnvironment: setting.ownEnvironment,
    substitute: substituteIn(setting, setting.context.workingDir, setting.context.env),
  });
  const workingDir = await workingDirOf(setting, step, scope);
  const expansion: Scope = {
    lookup: scope.resolve,
    substitute: substituteIn(setting, workingDir, Object.fromEntries(scope.variables)),
  };
  const invocation = shellInvocation({
    step,
    dagShell: setting.dag.shell,
    defaultShell: setting.defaultShell,
    positional: setting.context.positional,
    scriptFile: files.script,
    resolve: scope.resolve,
  });
  const commands = invocation.expandWords
    ? await expandAll(invocation.commands, expansion)
    : invocation.commands;
  const env = processEnvironment(scope, invocation, stepVariables(setting, step, node));
  checkEnvironment(env);
  checkPrograms(commands, env['PATH'] ?? '', workingDir);
  for (const { file, text } of invocation.scripts) writeFileSync(file, text, { mode: 0o600 });
  const copyOf = async (field: 'stdout' | 'stderr'): Promise<string[]> => {
    const text = step[field];
    if (text === null) return [];
    const file = absolute(await expandDefined(field, text, expansion), workingDir);
    makeFolder(dirname(file), field);
    return [file];
  };
  return {
    commands,
    workingDir,
    env,
    nonce: attempt.nonce,
    recordFile: files.record,
    stdoutFile: node.stdout,
    stderrFile: node.stderr,
    stopSignal: stopSignalOf(step),
    copyStdoutTo: [...(await copyOf('stdout')), ...captureCopy(step, node, files.capture)],
    copyStderrTo: await copyOf('stderr'),
  };
}

export function stopSignalOf(step: Step): NodeJS.Signals {
  const name = step.signalOnStop ?? 'SIGTERM';
  return name in constants.signals ? (name as NodeJS.Signals) : 'SIGTERM';
}

/** A merged log holds both streams, and an output is the standard output alone. */
function captureCopy(
  step: Step,
  node: { readonly stdout: string; readonly stderr: string },
  capture: string,
): string[] {
  return step.output !== null && node.stdout === node.stderr ? [capture] : [];
}

function substituteIn(
  setting: StepSetting,
  workingDir: string,
  env: Readonly<Record<string, string>>,
): Scope['substitute'] {
  return (command) =>
    runCommand(command, {
      shell: setting.defaultShell,
      workingDir,
      env,
      timeoutMs: SUBSTITUTION_MS,
      signal: setting.signal,
    });
}

async function workingDirOf(setting: StepSetting, step: Step, scope: StepScope): Promise<string> {
  const { workingDir: dagDir, env } = setting.context;
  const folder =
    step.workingDir === null
      ? dagDir
      : absolute(
          await expandDefined('working_dir', step.workingDir, {
            lookup: scope.resolve,
            substitute: substituteIn(setting, dagDir, env),
          }),
          dagDir,
        );
  makeFolder(folder, 'working_dir');
  return folder;
}

function expandAll(commands: Invocation['commands'], scope: Scope): Promise<string[][]> {
  return Promise.all(
    commands.map((words) => Promise.all(words.map((word) => expandText(word, scope)))),
  );
}

function processEnvironment(
  scope: StepScope,
  invocation: Invocation,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of scope.variables) {
    // `$1` and its like are arguments of the shell, not variables.
    if (!/^\d+$/.test(name)) env[name] = value;
  }
  return { ...env, ...invocation.env, ...own };
}

/** The variables that name the step and its logs (specification "Variables", built-in). */
function stepVariables(
  setting: StepSetting,
  step: Step,
  node: { readonly stdout: string; readonly stderr: string },
): Record<string, string> {
  return {
    DAG_RUN_STEP_NAME: step.name,
    DAG_RUN_LOG_FILE: runLogFile(setting.logFolder),
    DAG_RUN_STEP_STDOUT_FILE: node.stdout,
    DAG_RUN_STEP_STDERR_FILE: node.stderr,
  };
}

// Linux refuses a longer one with an error that names nothing.
const LONGEST_VARIABLE = 128 * 1024 - 1;

function checkEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value) + 1;
    if (bytes > LONGEST_VARIABLE && process.platform === 'linux') {
      throw new Error(
        `The variable ${name} is too long for a process: ${bytes} bytes, and the system takes ${LONGEST_VARIABLE}. Write it to a file instead.`,
      );
    }
    if (value.includes('\0') || name.includes('\0')) {
      throw new Error(`The variable ${name} holds a NUL character, which no process can be given.`);
    }
  }
}

function checkPrograms(
  commands: LaunchOptions['commands'],
  path: string,
  workingDir: string,
): void {
  for (const [program] of commands) {
    if (program === undefined) throw new Error('The command is empty.');
    if (findProgram(program, path, workingDir) === null) {
      throw new Error(
        program.includes('/')
          ? `The program ${program} does not exist or cannot be executed.`
          : `The program ${program} was not found on PATH (${path}).`,
      );
    }
  }
}
