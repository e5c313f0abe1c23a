import type { CliContext } from '../../../engine/cli/cli.ts';
import { createProgram } from '../../../engine/cli/program.ts';
import { reportError } from '../../../engine/cli/report-error.ts';
import { createOutput } from '../../../engine/cli/terminal.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';

interface Options {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on the standard input. */
  readonly input?: string;
  /** What a person at a terminal answers to questions whose answers are not shown, in order; nobody is there when left out. */
  readonly secrets?: readonly string[];
  /** What a person at a terminal says to each question; nobody is there when left out. */
  readonly agrees?: boolean;
}

/** What a command has around it within this process, and what it prints. */
export function contextOf({ home, env = {}, input = '', secrets, agrees }: Options) {
  const printed = { stdout: '', stderr: '', exitCode: 0 };
  const answers = [...(secrets ?? [])];
  const context: CliContext = {
    out: createOutput({ write: (text) => (printed.stdout += text) }, {}),
    err: createOutput({ write: (text) => (printed.stderr += text) }, {}),
    isOutputLost: () => false,
    env: { SVC_HOME: home, HOME: home, SVC_SKIP_EXAMPLES: 'true', ...env },
    clock: systemClock,
    confirm: agrees === undefined ? null : () => Promise.resolve(agrees),
    askSecret: secrets === undefined ? null : () => Promise.resolve(answers.shift() ?? ''),
    readStdin: () => Promise.resolve(input),
    onSignal: () => () => undefined,
    setExitCode: (code) => {
      printed.exitCode = code;
    },
    exit: () => {
      throw new Error('A command must not end the process of the test.');
    },
  };
  return { printed, context };
}

/** Runs a command to its end within this process: as `dagwright` does, for commands whose process is not the point. */
export async function command(args: readonly string[], options: Options) {
  const { printed, context } = contextOf(options);
  try {
    await createProgram(context, args[0]).parseAsync(['node', 'dagwright', ...args]);
  } catch (error) {
    printed.exitCode = reportError(error, context.err, false);
  }
  return printed;
}
