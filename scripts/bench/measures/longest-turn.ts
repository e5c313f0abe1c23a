import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles, type Role } from '../../../engine/contract/auth.ts';
import { reaches } from '../../../engine/contract/access.ts';
import { operations } from '../../../engine/contract/operations.ts';
import type { CostlyRequest } from '../../../test/support/costly/costly-request.ts';
import { costlyRequests } from '../../../test/support/costly/costly-requests.ts';
import { furnish } from '../../../test/support/costly/costly-world.ts';
import { fillDags } from '../fill/fill-dags.ts';
import { fillRuns } from '../fill/fill-runs.ts';
import type { Measure } from '../measure.ts';
import type { RunningServer } from '../servers/server.ts';
import { longestTurnMs, tellingHeldLoop } from './held-loop.ts';

const [DAGS, RUNS] = [10_000, 100_000];
const SHOWN = 10;
/** A turn of that length is looked at again: what is not long each time was made long by something else. */
const [DOUBTFUL_MS, LOOKS] = [40, 3];
const admin = { username: 'root', password: 'root-password' };
const password = 'password-of-the-bench';
/** Whoever calls these has no session any more, or looks at the machine. */
const leftOut: ReadonlySet<string> = new Set(['auth.logout', 'auth.setup', 'system.doctor']);

/** Requests to every operation that are as costly as less than 1 MB can be, by each role, in a large home. */
export const longestTurn: Measure = {
  name: 'longest-turn',
  figures: [
    {
      key: 'longest-turn',
      title: 'longest turn of the event loop, any request under 1 MB by any role',
      unit: 'ms',
      better: 'lower',
      budget: 100,
      reason: 'who asks for something small meanwhile feels no wait below it',
      peerThen: null,
    },
  ],
  ownServer: true,
  oursAlone: true,
  onRequest: true,

  fillHome(home) {
    writeFileSync(
      join(home.root, 'config.yaml'),
      JSON.stringify({ auth: { mode: 'builtin', builtin: { admin } } }),
    );
    const dagNames = fillDags(home, DAGS);
    fillRuns(home.root, { runs: RUNS, dagNames: dagNames.slice(0, 50) });
  },

  async take(server) {
    const watched = await server.restart({ env: tellingHeldLoop(server) });
    try {
      return { 'longest-turn': await longestOf(watched) };
    } finally {
      await watched.stop();
    }
  },
};

interface Turn {
  readonly ms: number;
  readonly request: string;
}

async function longestOf(server: RunningServer): Promise<number> {
  const token = await logIn(server, admin);
  const call = async (method: string, path: string, body?: object): Promise<unknown> =>
    (
      await send(server, { method, target: `/api/v1${path}`, body: JSON.stringify(body) }, token)
    ).json();
  const known = await furnish(call);
  const tokens = new Map<Role, string>();
  for (const role of roles) {
    await call('POST', '/users', { username: role, password, role });
    tokens.set(role, await logIn(server, { username: role, password }));
  }
  const turns: Turn[] = [];
  await longestTurnMs(server);
  for (const request of costlyRequests(known)) {
    if (leftOut.has(request.operation)) continue;
    for (const role of sendersOf(request)) {
      const hook = request.operation === 'webhooks.trigger';
      const own = hook ? known['webhooks.trigger/authorization'] : tokens.get(role);
      const ms = await leastOf(async () => {
        await send(server, request, String(own)).then((answer) => answer.arrayBuffer());
        return longestTurnMs(server);
      });
      turns.push({ ms, request: `${request.operation}, ${request.what}, by ${role}` });
    }
  }
  turns.sort((one, other) => other.ms - one.ms);
  for (const { ms, request } of turns.slice(0, SHOWN))
    console.log(`${ms.toFixed(0)} ms: ${request}`);
  return turns[0]?.ms ?? 0;
}

async function leastOf(look: () => Promise<number>): Promise<number> {
  let least = await look();
  for (let looks = 1; looks < LOOKS && least > DOUBTFUL_MS; looks += 1)
    least = Math.min(least, await look());
  return least;
}

/** The highest role, which is told most; a plain request also by the least one that may ask. What a text costs does not depend on it. */
function sendersOf({ operation, what }: CostlyRequest): readonly Role[] {
  const { access } = operations[operation];
  const may = roles.filter((role) => reaches(access, { role }));
  return [...new Set([...(what === 'plain' ? may.slice(0, 1) : []), ...may.slice(-1)])];
}

async function logIn(server: RunningServer, user: object): Promise<string> {
  const request = { method: 'POST', target: '/api/v1/auth/login', body: JSON.stringify(user) };
  const { token } = (await (await send(server, request, '')).json()) as { token: string };
  return `Bearer ${token}`;
}

type Sent = Pick<CostlyRequest, 'method' | 'target' | 'body'>;

function send(server: RunningServer, { method, target, body }: Sent, authorization: string) {
  const headers = {
    ...(authorization === '' ? {} : { Authorization: authorization }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const url = new URL(target, server.api.base);
  return fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
}
