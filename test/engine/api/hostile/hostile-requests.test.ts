import { Agent } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../../support/campaign.ts';
import { hostileRequest, type HostileRequest } from '../../../support/contract/hostile-request.ts';
import { callers, type CallerName } from './accounts.ts';
import { builtPrograms } from '../../../support/serve-engine.ts';
import { HostedEngine } from './hosted-engine.ts';
import type { Probed } from './probe.ts';
import { faultOf, takeStatuses } from './send-hostile.ts';
import { words, World } from './world.ts';

/** How many requests are sent. */
const CASES = campaign('DAGWRIGHT_HOSTILE_CASES', { short: 400, full: 200_000 });
/** Of them to the engine of the app, which is the same code in another bundle. */
const CASES_OF_APP = Math.min(CASES, 2_000) / 2;
/** Of the first round. A failure prints that of its own round, which repeats it on a new server. */
const SEED = Number(process.env['DAGWRIGHT_HOSTILE_SEED'] ?? 1);
const AT_ONCE = 6;
/** So many find the world as it was, apart from what they do themselves. */
const ROUND = 600;
/** Fewer say nothing about what grows. */
const MEASURED = 5_000;
const MAX_DELAY_MS = 50;
const MAX_GROWTH = 5 * 1024 * 1024;

interface Asked {
  readonly caller: CallerName;
  readonly request: HostileRequest;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  // Who may do more gets further in.
  caller: fc.constantFrom(...callers, 'admin', 'admin', 'manager', 'operator'),
  request: hostileRequest(words),
});

/** Sends requests by everybody; stops at the first answers with a fault. */
async function sendMany(
  world: World,
  port: number,
  { count, seed }: { count: number; seed: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const faultAt = async ({ caller, request }: Asked): Promise<string> => {
    const authorization = world.authorizationOf(caller, request);
    const fault = await faultOf(world.named(request), { port, agent, authorization });
    return fault === '' ? '' : `${caller}: ${fault}`;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      const faults = await Promise.all(all.map(faultAt));
      expect(faults.filter((fault) => fault !== '')).toEqual([]);
    }),
    // What came before has changed the server: a smaller example would not be one.
    { numRuns: Math.ceil(count / AT_ONCE), seed, endOnFailure: true },
  );
  agent.destroy();
}

/** Sends some of all requests, in rounds between which the world is put in order. */
async function sendRounds(
  engine: HostedEngine,
  world: World,
  { from, to }: { from: number; to: number },
) {
  const port = Number(new URL(engine.url).port);
  for (let sent = from; sent < to; sent += ROUND) {
    await sendMany(world, port, { count: Math.min(ROUND, to - sent), seed: SEED + sent });
    await world.fix();
  }
}

/** What the engine keeps, when so many requests say something about that; null: too few. */
async function measured(engine: HostedEngine, sent: number): Promise<Probed | null> {
  if (CASES < MEASURED) return null;
  const probed = await engine.probe();
  console.log(JSON.stringify({ sent, ...probed }));
  return probed;
}

const campaigns = builtPrograms.map((program) => ({
  program,
  cases: program === 'server' ? CASES : CASES_OF_APP,
}));

describe.each(campaigns)(
  'whatever hostile callers ask the built $program',
  ({ program, cases }) => {
    it(
      `of ${cases} requests by all roles none is answered as a fault of ours, seed ${SEED}`,
      async () => {
        const begun = performance.now();
        const seconds = () => Math.round((performance.now() - begun) / 1000);
        const engine = await HostedEngine.start(program);
        const world = new World(engine);
        await world.furnish();
        // From here on: what an engine does as it starts is not what requests do to it.
        await measured(engine, 0);

        const half = Math.ceil(cases / 2);
        await sendRounds(engine, world, { from: 0, to: half });
        const before = await measured(engine, half);
        await sendRounds(engine, world, { from: half, to: cases });
        const after = await measured(engine, cases);

        expect(await engine.call('GET', '/health')).toMatchObject({ status: 'healthy' });
        expect(engine.faults()).toEqual([]);
        if (cases >= MEASURED)
          console.log(JSON.stringify({ seconds: seconds(), ...takeStatuses() }));
        if (before === null || after === null) return;
        expect(Math.max(before.p99Ms, after.p99Ms)).toBeLessThan(MAX_DELAY_MS);
        expect(after.kept - before.kept).toBeLessThan(MAX_GROWTH);
      },
      120_000 + cases * 60,
    );
  },
);
