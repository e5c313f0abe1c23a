import { isNodeVariable, nodeCommand } from '../../platform/node-command.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { NotRegularFile, readText } from '../../lib/regular-file.ts';
import type { ProgramInput, ProgramReport } from '../../step-programs/task.ts';
import type { ProcessWork, ProgramWork } from '../../steps/work.ts';
import type { AttemptFiles } from '../keep/run-folders.ts';

type Files = Pick<AttemptFiles, 'input' | 'report'>;

/**
 * The process of a step program. What it is to do may hold secrets and be large, so it stands neither in the command line nor
 * in a variable, but in a file of its owner that the program takes away as it begins.
 */
export function programProcess({ input }: Files): ProcessWork {
  const program = ownProgram(import.meta.dirname, '../../step-programs/step-program.ts');
  return {
    kind: 'process',
    commands: [nodeCommand(program, input)],
    scripts: [],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}

/** The text of that file. */
export function programInput({ report }: Files, { task }: ProgramWork): string {
  return JSON.stringify({ task, reportFile: report } satisfies ProgramInput);
}

/** The variables of a step for a program of ours. Certificates to trust are the only thing that Node is told by them. */
export function programEnvironment(
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(env);
  return Object.fromEntries(
    entries.filter(([name]) => name === 'NODE_EXTRA_CA_CERTS' || !isNodeVariable(name)),
  );
}

/** More than any message has. */
const MAX_REPORT_BYTES = 64 * 1024;

/** Why a step program failed, as it told; null where it could not tell. */
export function reportedError({ report }: Files): string | null {
  try {
    const [line = ''] = readText(report, { links: 'refuse', mostBytes: MAX_REPORT_BYTES }).split(
      '\n',
      1,
    );
    // Written by a program of ours.
    return (JSON.parse(line) as ProgramReport).error;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A program that was killed told nothing, or half of it.
    if (code === 'ENOENT' || error instanceof SyntaxError) return null;
    if (error instanceof NotRegularFile) return error.message;
    throw error;
  }
}
