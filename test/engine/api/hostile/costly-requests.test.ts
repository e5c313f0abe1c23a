import { Agent } from 'node:http';
import { expect, it } from 'vitest';
import { roles } from '../../../../engine/contract/auth.ts';
import { operations } from '../../../../engine/contract/operations.ts';
import { campaign } from '../../../support/campaign.ts';
import { costlyRequests, type Known } from '../../../support/costly/costly-requests.ts';
import type { CostlyRequest } from '../../../support/costly/costly-request.ts';
import { furnish } from '../../../support/costly/costly-world.ts';
import { HostedEngine } from './hosted-engine.ts';
import { faultOf } from './send-hostile.ts';
import { Accounts } from './accounts.ts';

/** How many costly requests are sent, spread over all of them. */
const CASES = campaign('DAGWRIGHT_COSTLY_CASES', { short: 40, full: 10_000 });
/** Whoever calls these has no session any more, or looks at the machine. */
const LEFT_OUT: ReadonlySet<string> = new Set(['auth.logout', 'auth.setup', 'system.doctor']);

/** So many of all, evenly. They are made one at a time: together they would not fit into the memory. */
function* spread(known: Known, count: number): IterableIterator<CostlyRequest> {
  let total = 0;
  for (const { operation } of costlyRequests(known)) total += LEFT_OUT.has(operation) ? 0 : 1;
  let due = 0;
  for (const request of costlyRequests(known)) {
    if (LEFT_OUT.has(request.operation)) continue;
    due += count / total;
    if (due < 1) continue;
    due -= 1;
    yield request;
  }
}

/** The least role that may ask. */
function senderOf({ operation }: CostlyRequest): (typeof roles)[number] {
  const { access } = operations[operation];
  return roles.find((role) => role === access) ?? 'viewer';
}

it(
  `of ${CASES} requests that cost as much as they can none is answered as a fault of ours, and none ends the engine`,
  async () => {
    const engine = await HostedEngine.start();
    const call = (method: string, path: string, body?: object) => engine.call(method, path, body);
    const known = await furnish(call);
    const accounts = new Accounts(engine);
    await accounts.open();
    const port = Number(new URL(engine.url).port);
    const agent = new Agent({ keepAlive: true });
    const faults: string[] = [];

    for (const request of spread(known, CASES)) {
      const authorization =
        request.operation === 'webhooks.trigger'
          ? String(known['webhooks.trigger/authorization'])
          : accounts.authorizationOf(senderOf(request), request.operation);
      const asked = {
        ...{ operationId: request.operation, contentType: 'application/json', headers: {} },
        ...request,
      };
      const fault = await faultOf(asked, { port, agent, authorization });
      if (fault !== '') faults.push(`${request.what}: ${fault.slice(0, 500)}`);
    }
    agent.destroy();

    expect(faults).toEqual([]);
    expect(await engine.call('GET', '/health')).toMatchObject({ status: 'healthy' });
    expect(engine.faults()).toEqual([]);
  },
  120_000 + CASES * 5_000,
);
