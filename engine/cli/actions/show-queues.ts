import type { Format } from '../commands/options.ts';
import type { Queue } from '../../contract/queue.ts';
import { configOf, type Cli, type GlobalOptions } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { withEngine } from '../connection/connect.ts';
import { json } from '../print/json.ts';
import { queueTable } from '../print/queue-table.ts';
import { remark } from '../say.ts';

export interface QueuesOptions extends GlobalOptions {
  readonly format: Format;
}

/** Shows the queues, or one of them. */
export async function showQueues(
  cli: Cli,
  name: string | undefined,
  options: QueuesOptions,
): Promise<void> {
  const { queues } = await withEngine(cli, configOf(cli, options), async (connection) => {
    const answer = await connection.client.call('queues.list', {});
    if (connection.engine !== 'service' && answer.summary.totalQueued > 0) {
      remark(cli, 'No engine is running for this home: queued runs do not start.');
    }
    return answer;
  });
  const shown = name === undefined ? queues : [only(queues, name)];
  if (options.format === 'json') cli.out.write(json(name === undefined ? shown : shown[0]));
  else cli.out.write(queueTable(shown, cli.out));
}

function only(queues: readonly Queue[], name: string): Queue {
  const queue = queues.find((each) => each.name === name);
  if (queue !== undefined) return queue;
  throw new CliError(`Queue ${name} not found, or it is empty.`, {
    hint: 'See: dagwright queues',
  });
}
