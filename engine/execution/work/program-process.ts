import { rm } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { z } from 'zod';
import { chatMessage, type ChatMessage } from '../../contract/messages.ts';
import type { Step } from '../../dag/definition.ts';
import { isNodeVariable, nodeCommand } from '../../platform/node-command.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { NotRegularFile, readText } from '../../lib/regular-file.ts';
import {
  TEMPORARY_PREFIX,
  type ProgramFact,
  type ProgramInput,
  type ProgramReport,
} from '../../step-programs/task.ts';
import { stepTypeOf } from '../../steps/registry.ts';
import type { ProcessWork, ProgramWork } from '../../steps/work.ts';
import type { AttemptFiles } from '../keep/run-folders.ts';

/** The files that the engine shares with a program. */
export type ProgramFiles = Pick<AttemptFiles, 'input' | 'report' | 'calls' | 'messages'>;

/**
 * The process of a step program. What it is to do may hold secrets and be large, so it stands neither in the command line nor
 * in a variable, but in a file of its owner that the program takes away as it begins.
 */
export function programProcess({ input }: Pick<ProgramFiles, 'input'>): ProcessWork {
  const program = ownProgram(
    import.meta.dirname,
    '../../step-programs/step-program.ts',
    'step-programs/step-program.js',
  );
  return {
    kind: 'process',
    commands: [nodeCommand(program, input)],
    scripts: [],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}

/** The text of that file. */
export function programInput(
  { report, calls, messages }: ProgramFiles,
  { task }: ProgramWork,
): string {
  const files = { reportFile: report, callFolder: calls, messagesFile: messages };
  return JSON.stringify({ task, ...files } satisfies ProgramInput);
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
/** Of more than these nobody reads. */
const MAX_FACTS = 20;

/** What a step program told. */
export interface Reported {
  /** Why it failed; null where it did not, or could not tell. */
  readonly error: string | null;
  /** Which of several commands failed, from 1; null where none did, or there is one. */
  readonly failedCommand: number | null;
  readonly facts: readonly ProgramFact[];
  /** Files and folders that must not outlive the step. */
  readonly temporaries: readonly string[];
}

const toldNothing: Reported = { error: null, failedCommand: null, facts: [], temporaries: [] };

/** All that the program of a step left for the engine. */
export interface Told extends Reported {
  /** What it said to a language model and was answered; null where it spoke to none. */
  readonly messages: readonly ChatMessage[] | null;
}

/** What the program of a step told; the commands of a writer tell nothing. */
export function toldOf(step: Pick<Step, 'type'>, files: ProgramFiles): Told {
  if (!isCarriedOutByUs(step)) return { ...toldNothing, messages: null };
  return { ...readReport(files), messages: readMessages(files) };
}

/** Whether the process of a step is a program of ours. */
export function isCarriedOutByUs({ type }: Pick<Step, 'type'>): boolean {
  return stepTypeOf(type).kind === 'program';
}

/** A conversation beyond this is not kept: what is cut off would be no JSON. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

function readMessages({ messages }: ProgramFiles): readonly ChatMessage[] | null {
  const text = readIfThere(messages, MAX_MESSAGE_BYTES + 1);
  if (text === null || Buffer.byteLength(text) > MAX_MESSAGE_BYTES) return null;
  try {
    return z.array(chatMessage()).safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null: there is no such file, or something else bears its name. */
function readIfThere(file: string, mostBytes: number): string | null {
  try {
    return readText(file, { links: 'refuse', mostBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof NotRegularFile) return null;
    throw error;
  }
}

/** What a step program told the engine, whatever became of it. */
export function readReport({ report }: Pick<ProgramFiles, 'report'>): Reported {
  try {
    const text = readText(report, { links: 'refuse', mostBytes: MAX_REPORT_BYTES });
    // A line without its end is that of a program that was killed.
    return reportedBy(text.split('\n').slice(0, -1).flatMap(reportsOf));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return toldNothing;
    if (error instanceof NotRegularFile) return { ...toldNothing, error: error.message };
    throw error;
  }
}

function reportedBy(lines: readonly ProgramReport[]): Reported {
  const facts = new Map<string, ProgramFact>();
  const temporaries: string[] = [];
  let error: string | null = null;
  let failedCommand: number | null = null;
  for (const line of lines) {
    if ('error' in line) error ??= line.error;
    else if ('failedCommand' in line) failedCommand = line.failedCommand;
    else if ('fact' in line) facts.set(line.fact.name, line.fact);
    else if (isTemporary(line.temporary)) temporaries.push(line.temporary);
  }
  const told = [...facts.values()].slice(0, MAX_FACTS);
  return { error, failedCommand, facts: told, temporaries };
}

/** The file is the program's, but what it starts could write there as well. */
const reportSchema: z.ZodType<ProgramReport> = z.union([
  z.object({ error: z.string() }),
  z.object({ failedCommand: z.int() }),
  z.object({ temporary: z.string() }),
  z.object({ fact: z.object({ name: z.string(), value: z.string() }) }),
]);

function isTemporary(path: string): boolean {
  return isAbsolute(path) && basename(path).startsWith(TEMPORARY_PREFIX);
}

/** Removes what a program that was killed had not completed. What cannot be removed is told to `failed`. */
export async function removeTemporaries(
  { temporaries }: Pick<Reported, 'temporaries'>,
  failed: (path: string, error: Error) => void,
): Promise<void> {
  for (const path of temporaries) {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      failed(path, error as Error);
    }
  }
}

function reportsOf(line: string): readonly ProgramReport[] {
  try {
    const { data } = reportSchema.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
