import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { createHttpClient } from '../../../engine/contract/http-client.ts';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import { systemClock as clock } from '../../../engine/platform/system-clock.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';
import { builtPrograms, serveEngine, type BuiltProgram } from '../../support/serve-engine.ts';
import { samples, type Sample } from '../../transports/samples.ts';
import type { Call } from '../../transports/transports.ts';

const { admin } = builtinAuth;

/** Calls a built engine with users as its administrator. */
async function aBuiltEngine(program: BuiltProgram): Promise<Call> {
  const config = temporaryConfig();
  const auth = { mode: 'builtin', builtin: { admin } };
  const node = { name: 'away', api_base_url: 'http://127.0.0.1:1' };
  writeFileSync(config.paths.configFile, JSON.stringify({ auth, remote_nodes: [node] }));
  const { url } = await serveEngine(config, {}, program);
  const baseUrl = url.replace(/\/api\/v1$/, '');
  const visitor = createHttpClient({ baseUrl, wait: clock.after });
  const { token } = await visitor.call('auth.login', admin ?? { username: '', password: '' });
  const client = createHttpClient({ baseUrl, token: () => token, wait: clock.after });
  // The name is one of the contract, and its input is what the test is about.
  return client.call as Call;
}

/** What is wrong with the answer to an input that succeeds, and to those that are refused; empty when nothing is. */
async function faultsOf(name: OperationName, call: Call): Promise<readonly string[]> {
  // The sample stands under the name of its own operation.
  const { given, input, refused } = samples[name] as unknown as Sample;
  const stage = { name: `of-${name.replace(/[^a-z]/gi, '-')}`.slice(0, 40), call };
  const faults: string[] = [];
  for (const wrong of refused) {
    const fault = await refusal(call(name, wrong));
    if (fault !== null) faults.push(`${name} ${JSON.stringify(wrong)}: ${fault}`);
  }
  if (input === null) return faults;
  try {
    await given?.(stage);
    const { error } = operations[name].output().safeParse(await call(name, await input(stage)));
    return error === undefined ? faults : [...faults, `${name}: ${error.message}`];
  } catch (error) {
    return [...faults, `${name}: ${String(error)}`];
  }
}

async function refusal(answer: Promise<unknown>): Promise<string | null> {
  try {
    await answer;
    return 'was not refused';
  } catch (error) {
    if (!(error instanceof EngineError)) return String(error);
    return error.code === 'internal_error' ? error.message : null;
  }
}

/** Whoever changes a password has to log in again. */
const inOrder = operationNames.toSorted(
  (one, other) => Number(one.startsWith('auth.')) - Number(other.startsWith('auth.')),
);

describe.each(builtPrograms)('the built %s', (program) => {
  it('answers each operation of the contract over REST', { timeout: 180_000 }, async () => {
    const call = await aBuiltEngine(program);
    const faults: string[] = [];

    for (const name of inOrder) faults.push(...(await faultsOf(name, call)));

    expect(faults).toEqual([]);
  });
});
