import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { Role } from '../../../engine/contract/auth.ts';
import { builtinServer } from './builtin-server.ts';

const spec = 'steps: [{name: own, command: "true"}]\n';

/** A server, and how each role asks it by a key of its own. */
async function aServer(inlineRuns: Config['permissions']['inlineRuns'] = 'manager') {
  const permissions = { writeDags: false, runDags: true, inlineRuns };
  const server = await builtinServer({ permissions });
  onTestFinished(() => server.stop());
  return {
    ...server,
    as: async (role: Role) => {
      const { key } = await server.engine.client.call('apiKeys.create', { name: role, role });
      const authorization = `Bearer ${key}`;
      return (path: string, body: object) =>
        server.ask(path, { method: 'POST', authorization, body });
    },
  };
}

/** What `role` gets for each way to bring a definition. */
async function ways(inlineRuns: Config['permissions']['inlineRuns'], role: Role) {
  const ask = await (await aServer(inlineRuns)).as(role);
  const paths = ['/dag-runs', '/dag-runs/enqueue', '/dag-runs/dry-run'];
  const answers = await Promise.all(paths.map((path) => ask(path, { spec, name: 'own' })));
  return answers.map(({ status }) => status);
}

describe('definitions of one’s own', () => {
  it('are for managers, also where definitions cannot be changed', async () => {
    expect(await ways('manager', 'manager')).toEqual([200, 200, 200]);
    expect(await ways('manager', 'operator')).toEqual([403, 403, 403]);
  });

  it('are for operators too where the settings say so, and for nobody below', async () => {
    expect(await ways('operator', 'operator')).toEqual([200, 200, 200]);
    expect(await ways('operator', 'viewer')).toEqual([403, 403, 403]);
  });

  it('say which role they need', async () => {
    const { as } = await aServer();
    const ask = await as('operator');

    const { json } = await ask('/dag-runs', { spec, name: 'own' });

    expect(json['message']).toContain('the role manager, and the caller is operator');
  });
});
