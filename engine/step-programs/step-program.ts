/** The program of all steps that are no commands of their writer: started by the launcher, as commands are. */
import { rmSync, writeSync } from 'node:fs';
import { readText } from '../lib/regular-file.ts';
import { appendText } from '../lib/write-file.ts';
import { sendRequest } from './http/send-request.ts';
import type { ProgramInput, ProgramReport, Programs, ProgramTask } from './task.ts';

const programs: Programs = { http: sendRequest };

const [, , inputFile = ''] = process.argv;
const { task, reportFile } = takeInput(inputFile);
try {
  await carryOut(task);
} catch (error) {
  const report: ProgramReport = { error: error instanceof Error ? error.message : String(error) };
  writeSync(2, `${report.error}\n`);
  appendText(reportFile, `${JSON.stringify(report)}\n`);
  process.exitCode = 1;
}
// What is still open, such as a connection that its other side keeps, has no use any more.
process.exit();

/** It may hold secrets, so nobody finds it after this. */
function takeInput(file: string): ProgramInput {
  const text = readText(file, { links: 'refuse' });
  rmSync(file);
  // Written by the engine that started this program, from the same version.
  return JSON.parse(text) as ProgramInput;
}

function carryOut<Name extends keyof Programs>({
  program,
  input,
}: ProgramTask<Name>): Promise<void> {
  return programs[program](input);
}
