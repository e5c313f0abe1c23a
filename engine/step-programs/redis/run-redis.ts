import { rootCause } from '../../lib/root-cause.ts';
import { print } from '../print.ts';
import type { ProgramContext } from '../task.ts';
import { connected, type Connected } from './connect.ts';
import { hashOf, printJson, printReply, type Reply } from './print-reply.ts';
import { ReplyTooLarge } from './reply-meter.ts';
import type { RedisCommand, RedisServer, RedisTask } from './redis-task.ts';

/**
 * Sends commands and prints the replies. A server ends by itself what it does for a connection that is gone, but for a
 * script that runs.
 *
 * @throws Error in words for a person.
 */
export async function runRedis(
  { server, work }: RedisTask,
  { fact }: ProgramContext,
): Promise<void> {
  fact('host', server.addresses[0]?.host ?? '');
  const connection = await naming(server, () => connected(server));
  try {
    if (work.kind === 'command') await runOne(connection, work.command);
    else await runPipeline(connection, work.commands, server.mode === 'cluster');
  } finally {
    connection.client.disconnect();
  }
}

async function runOne(connection: Connected, command: RedisCommand): Promise<void> {
  try {
    printReply(await send(connection, command));
  } catch (error) {
    if (!(error instanceof ReplyTooLarge)) throw error;
    throw new Error(`${command[0]}: ${error.message}`, { cause: error });
  }
}

/** Commands that wait for their replies: each costs some KB, and a window one way to the server and back. */
const WINDOW = 200;

/**
 * Prints one list of all replies as they come. Many are sent together, and answered in their order, but for a cluster:
 * its nodes answer each in its own time.
 */
async function runPipeline(
  connection: Connected,
  commands: readonly RedisCommand[],
  oneAtATime: boolean,
): Promise<void> {
  const failures: Error[] = [];
  const run = async (command: RedisCommand, index: number): Promise<void> => {
    const mark = index === 0 ? '[' : ',';
    try {
      printJson(await send(connection, command), mark);
    } catch (error) {
      const which = `command ${index + 1} of ${commands.length} (${command[0]})`;
      failures.push(new Error(`${which}: ${rootCause(error)}`, { cause: error }));
      print(`${mark}${JSON.stringify({ error: rootCause(error) })}`);
    }
  };
  const window = oneAtATime ? 1 : WINDOW;
  for (let from = 0; from < commands.length; from += window) {
    const together = commands.slice(from, from + window);
    await Promise.all(together.map((command, index) => run(command, from + index)));
  }
  print(']\n');
  const [first] = failures;
  if (first) throw new Error(first.message, { cause: first });
}

/** @throws Error with the reason of a broken connection, which the library keeps to itself. */
async function send({ client, trouble }: Connected, command: RedisCommand): Promise<Reply> {
  try {
    // What its types call unknown is what its parser makes.
    const reply = (await client.callBuffer(...command)) as Reply;
    return command[0].toUpperCase() === 'HGETALL' ? hashOf(reply) : reply;
  } catch (error) {
    throw trouble() ?? error;
  }
}

async function naming<T>({ addresses }: RedisServer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const where = addresses.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw new Error(`cannot connect to ${where}: ${causeOf(error)}`, { cause: error });
  }
}

/** That of a cluster hides the reason of the last node that was asked. */
function causeOf(error: unknown): string {
  const { lastNodeError } = (error ?? {}) as { readonly lastNodeError?: unknown };
  return rootCause(lastNodeError ?? error);
}
