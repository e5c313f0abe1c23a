/** The program of all steps that are no commands of their writer: started by the launcher, as commands are. */
import { rmSync, writeSync } from 'node:fs';
import { readText } from '../lib/regular-file.ts';
import { keepYoungSpaceSmall } from '../lib/young-space.ts';
import { programContext, reportLine } from './context.ts';
import type { ProgramContext, ProgramInput, Programs, ProgramTask } from './task.ts';

const programs: Programs = {
  archive: async () => (await import('./archive/run-archive.ts')).runArchive,
  chat: async () => (await import('./chat/run-chat.ts')).runChat,
  containers: async () => (await import('./docker/sweep-leases.ts')).sweepLeases,
  docker: async () => (await import('./docker/run-docker.ts')).runDocker,
  gha: async () => (await import('./gha/run-gha.ts')).runGha,
  http: async () => (await import('./http/send-request.ts')).sendRequest,
  jq: async () => (await import('./jq/run-jq.ts')).runJq,
  mail: async () => (await import('./mail/send-mail.ts')).sendMail,
  otel: async () => (await import('./otel/export-spans.ts')).exportSpans,
  postgres: async () => (await import('./postgres/run-postgres.ts')).runPostgres,
  redis: async () => (await import('./redis/run-redis.ts')).runRedis,
  s3: async () => (await import('./s3/run-s3.ts')).runS3,
  sftp: async () => (await import('./sftp/run-sftp.ts')).runSftp,
  sqlite: async () => (await import('./sqlite/run-sqlite.ts')).runSqlite,
  ssh: async () => (await import('./ssh/run-ssh.ts')).runSsh,
};

/** By which Node ends where nothing is open any more that could bring what is waited for. Some libraries miss a cut. */
const NEVER_CAME = 13;

keepYoungSpaceSmall();
const [, , inputFile = ''] = process.argv;
const { task, ...files } = takeInput(inputFile);
const context = programContext(files);
let isDone = false;
process.on('exit', (code) => {
  // What a step ends with may be the same number.
  if (code === NEVER_CAME && !isDone)
    tellFailure('a connection was cut, and what was to come never came');
});
try {
  await carryOut(task, context);
} catch (error) {
  // The stop ends the program when what is remote is cancelled. That the work fails meanwhile is its doing.
  if (context.isStopping()) await new Promise(() => undefined);
  tellFailure(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
isDone = true;
// What is still open, such as a connection that its other side keeps, has no use any more.
process.exit();

function tellFailure(words: string): void {
  writeSync(2, `${words}\n`);
  reportLine(files.reportFile, { error: words });
}

/** It may hold secrets, so nobody finds it after this. */
function takeInput(file: string): ProgramInput {
  const text = readText(file, { links: 'refuse' });
  rmSync(file);
  // Written by the engine that started this program, from the same version.
  return JSON.parse(text) as ProgramInput;
}

async function carryOut<Name extends keyof Programs>(
  { program, input }: ProgramTask<Name>,
  context: ProgramContext,
): Promise<void> {
  const run = await programs[program]();
  await run(input, context);
}
