import { constants } from 'node:os';
import { connectSsh, type SshConnection } from '../../lib/ssh/connect-ssh.ts';
import { passedEnv } from '../passed-env.ts';
import type { ProgramContext } from '../task.ts';
import { runRemote, type RemoteRun } from './run-remote.ts';
import { remoteScript } from './remote-script.ts';
import type { SshRequest } from './ssh-request.ts';

/**
 * Runs commands on another host until one fails, and ends as that does.
 *
 * @throws Error in words for a person.
 */
export async function runSsh(
  { target, commands, declared, stop }: SshRequest,
  context: ProgramContext,
): Promise<void> {
  context.fact('host', target.host);
  const variables = Object.fromEntries(passedEnv(process.env, declared));
  const connection = await connectSsh(target);
  let run: RemoteRun | undefined;
  const stopping = new AbortController();
  context.onStop(async () => {
    stopping.abort();
    await run?.stop();
  });
  for (const [index, command] of commands.entries()) {
    run = await runRemote(connection, remoteScript(command, variables, stop));
    if (stopping.signal.aborted) await run.stop();
    process.exitCode = await exitCodeOf(run, connection);
    if (process.exitCode !== 0) context.failedCommand(index + 1);
    if (process.exitCode !== 0 || stopping.signal.aborted) break;
  }
  connection.end();
}

/** A command that a signal ended has the code that a shell gives it. */
async function exitCodeOf({ ended }: RemoteRun, { lost }: SshConnection): Promise<number> {
  const end = await ended;
  if (end === null) throw lost();
  if (end.code !== null) return end.code;
  const number = Object.entries(constants.signals).find(([name]) => name === end.signal)?.[1];
  return 128 + (number ?? 0);
}
