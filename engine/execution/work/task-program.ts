import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../lib/folders.ts';
import { writeFirst } from '../../lib/write-file.ts';
import { runProgram, type ProgramOptions } from '../../platform/run-program.ts';
import type { ProgramTask } from '../../step-programs/task.ts';
import { programInput, programProcess, readReport, type Reported } from './program-process.ts';

export interface TaskProgramOptions extends ProgramOptions {
  /** Gets its files: of the engine alone, for they may hold passwords. */
  readonly folder: string;
  /** Names them. */
  readonly name: string;
}

/**
 * Runs a program of ours beside all steps, for what a run leaves to do. What it could not tell is no report: then `error`
 * is null all the same, and `isFine` false.
 */
export async function runTaskProgram(
  task: ProgramTask,
  { folder, name, env, ...limits }: TaskProgramOptions,
): Promise<Reported & { readonly isFine: boolean }> {
  const base = join(folder, name);
  const files = {
    input: `${base}.input`,
    report: `${base}.report`,
    calls: `${base}.calls`,
    messages: `${base}.messages`,
  };
  const remove = (): void =>
    Object.values(files).forEach((file) => rmSync(file, { recursive: true, force: true }));
  makePrivateFolder(folder);
  remove();
  writeFirst(files.input, programInput(files, { kind: 'program', task }));
  const { commands, env: ofProgram } = programProcess(files);
  const isFine = await runProgram(commands[0] ?? [], { ...limits, env: { ...env, ...ofProgram } });
  const reported = readReport(files);
  remove();
  return { ...reported, isFine };
}
