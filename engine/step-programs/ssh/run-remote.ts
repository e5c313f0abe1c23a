import type { ClientChannel } from 'ssh2';
import type { SshConnection } from '../../lib/ssh/connect-ssh.ts';
import { writeAll } from '../print.ts';
import { remoteCommandLine, STOP_LINE } from './remote-script.ts';

/** How a command ended. */
export interface RemoteEnd {
  /** Null: a signal ended it. */
  readonly code: number | null;
  /** As `SIGTERM`. */
  readonly signal: string;
}

/** A command that runs on the other host. */
export interface RemoteRun {
  /** All it printed is in the log by then. Null: the line was lost, and nobody knows. */
  readonly ended: Promise<RemoteEnd | null>;
  /** Ends all that belongs to it, and waits for that. */
  readonly stop: () => Promise<void>;
}

/** Starts a command and prints what it prints. */
export async function runRemote(connection: SshConnection, script: Buffer): Promise<RemoteRun> {
  const channel = await connection.exec(remoteCommandLine(script));
  const ended = endOf(channel, connection);
  let isOver = false;
  channel.once('exit', () => (isOver = true));
  // A command that is gone reads nothing more; its end says why.
  channel.stdin.on('error', () => undefined);
  channel.on('data', (bytes: Buffer) => writeAll(1, bytes));
  channel.stderr.on('data', (bytes: Buffer) => writeAll(2, bytes));
  channel.stdin.write(script);
  return {
    ended,
    stop: async () => {
      // What it left behind may still hold its output, and nobody there listens any more.
      if (isOver) return;
      channel.stdin.end(STOP_LINE);
      await ended;
    },
  };
}

function endOf(channel: ClientChannel, { client }: SshConnection): Promise<RemoteEnd | null> {
  let end: RemoteEnd | null = null;
  return new Promise((resolve) => {
    channel.on('exit', (code: number | null, signal?: string) => {
      end = { code, signal: `SIG${(signal ?? '').replace(/^SIG/, '')}` };
      // What waits there for a stop is not needed any more.
      channel.stdin.end();
    });
    channel.once('close', () => resolve(end));
    channel.on('error', () => resolve(end));
    client.once('close', () => resolve(end));
  });
}
