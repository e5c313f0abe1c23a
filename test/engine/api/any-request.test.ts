import { Agent } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../engine/server/start-server.ts';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { operationNames } from '../../../engine/contract/operations.ts';
import { campaign } from '../../support/campaign.ts';
import { anyRequest, type AnyRequest, type Known } from '../../support/contract/any-request.ts';
import { misfitOf, type GivenAnswer } from '../../support/contract/check-answer.ts';
import { sendRequest } from '../../support/contract/send-request.ts';
import { endProcessesOf, silentLogger, type Complaint } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';

/** How many requests are sent. */
const CASES = campaign('DAGWRIGHT_API_CASES', { short: 1000, full: 20_000 });
const AT_ONCE = 6;

/** A server with users, whose administrator sends what the test makes up. */
async function aServer() {
  const config = temporaryConfig({
    auth: builtinAuth,
    rateLimiting: { enabled: 'off', loginAttempts: 5, windowMs: 300_000, blockMs: 900_000 },
  });
  const complaints: Complaint[] = [];
  const server = await startServer({ config, log: silentLogger(complaints) });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(async () => {
    agent.destroy();
    await server.stop();
    endProcessesOf(config);
  });
  const filled = await fill(server.engine.client);
  return { port: Number(new URL(server.url).port), agent, complaints, ...filled };
}

const only = 'steps:\n  - name: only\n    ';

/** What there is to ask for: runs that ended, wait and were called, a user, a key and a webhook. */
async function fill({ call }: EngineClient) {
  await call('dags.create', {
    name: 'quick',
    spec: `${only}command: echo hello\n    output: OUT\n`,
  });
  await call('dags.create', { name: 'gate', spec: `${only}type: hitl\n` });
  await call('dags.create', { name: 'extra', spec: `${only}command: "true"\n` });
  const child = `---\nname: child\n${only.replace('only', 'inner')}command: "true"\n`;
  await call('dags.create', { name: 'parent', spec: `${only}call: child\n${child}` });
  for (const fileName of ['quick', 'parent', 'gate']) {
    await call('dags.startSync', { fileName, dagRunId: 'one', timeout: 30 });
    await call('dags.startSync', { fileName, dagRunId: 'two', timeout: 30 });
  }
  const { dagRun } = await call('runs.get', { name: 'parent', dagRunId: 'one' });
  const { user } = await call('users.create', {
    username: 'somebody',
    password: 'long-enough',
    role: 'viewer',
  });
  const { key } = await call('apiKeys.create', { name: 'the test', role: 'admin' });
  const { apiKey } = await call('apiKeys.create', { name: 'another', role: 'viewer' });
  const { token } = await call('webhooks.create', { fileName: 'quick' });
  const there: Known = {
    userId: [user.id],
    keyId: [apiKey.id],
    subDAGRunId: [dagRun.nodes[0]?.subRuns[0]?.dagRunId ?? ''],
  };
  return { key, token, there };
}

type Server = Awaited<ReturnType<typeof aServer>>;

function send({ port, key, token, agent }: Server, asked: AnyRequest): Promise<GivenAnswer> {
  const isTrigger = asked.operationId === 'webhooks.trigger';
  return sendRequest(asked, { port, agent, authorization: `Bearer ${isTrigger ? token : key}` });
}

/** What is wrong with an answer; empty when nothing is. */
function faultOf(answer: GivenAnswer): string {
  const isBroken = answer.status >= 500 && answer.status !== 503;
  return isBroken ? `${answer.target} was answered ${answer.status}` : misfitOf(answer);
}

describe('whatever is asked', () => {
  it(
    `of ${CASES} requests made from the OpenAPI document each gets an answer that stands in it`,
    async () => {
      const server = await aServer();
      const succeeded = new Set<string>();
      let sent = 0;

      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRequest(server.there), { minLength: AT_ONCE, maxLength: AT_ONCE }),
          async (requests) => {
            const answers = await Promise.all(requests.map((each) => send(server, each)));
            sent += answers.length;
            answers.forEach(({ status }, at) => {
              if (status < 300) succeeded.add(requests[at]?.operationId ?? '');
            });
            expect(answers.map(faultOf).filter((fault) => fault !== '')).toEqual([]);
          },
        ),
        // What came before has changed the server: a smaller example would not be one.
        { numRuns: Math.ceil(CASES / AT_ONCE), endOnFailure: true },
      );

      expect(sent).toBeGreaterThanOrEqual(CASES);
      // Were they all refused, nothing would have been tried.
      expect(succeeded.size).toBeGreaterThan(operationNames.length / 2);
      expect(server.complaints.filter(({ level }) => level === 'error')).toEqual([]);
    },
    60_000 + CASES * 60,
  );
});
