import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import type { Role } from '../../../engine/contract/auth.ts';
import { temporaryFolder } from '../../support/home.ts';
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

    expect(json['message']).toContain('the role manager, and you have the role operator');
  });
});

describe('values for a stored DAG', () => {
  const asking = `shell: bash
params: [{P: declared}]
steps:
  - {name: gate, type: hitl, config: {input: [ANSWER]}}
  - {name: own, command: 'echo "$P $1 $ANSWER"'}
`;
  const stored = async () => {
    const server = await aServer();
    const dags = join(server.config.paths.dagsDir, 'a.yaml');
    writeFileSync(dags, asking);
    return server;
  };
  const commandOf = (file: string) => `$(touch ${file})`;

  it.each(['start', 'start-sync', 'enqueue'])(
    'are for operators those that it declares, since programs obey others: %s',
    async (way) => {
      const { as } = await stored();
      const file = join(temporaryFolder('own'), 'made');
      const ask = await as('operator');
      const names = ['BASH_ENV', 'BASH_FUNC_echo%%', 'PATH', 'PS4'];
      const soon = way === 'start-sync' ? { timeout: 30 } : {};

      for (const name of names) {
        const params = JSON.stringify({ [name]: commandOf(file), P: 'x' });
        const { status, json } = await ask(`/dags/a/${way}`, { params, ...soon });

        expect([status, json['message']]).toEqual([
          403,
          `\`params\` sets "${name}", which the DAG does not define: this requires the role manager, and you have the role operator.`,
        ]);
      }
      const allowed = await ask(`/dags/a/${way}`, { params: 'P=mine also', ...soon });

      expect(allowed.status).toBe(200);
      expect(existsSync(file)).toBe(false);
    },
  );

  it('are for operators who approve those that the step asks for', async () => {
    const { as } = await stored();
    const [operator, manager] = [await as('operator'), await as('manager')];
    const { json } = await operator('/dags/a/start-sync', { timeout: 30 });
    const { dagRunId } = json['dagRun'] as { readonly dagRunId: string };
    const step = `/dag-runs/a/${dagRunId}/steps/gate/approve`;

    const refused = await operator(step, { inputs: { ANSWER: 'yes', BASH_ENV: 'x' } });
    const taken = await operator(step, { inputs: { ANSWER: 'yes' } });
    const open = await manager('/dags/a/start', { params: 'X=1' });

    expect(refused.json['message']).toContain('`inputs` sets "BASH_ENV"');
    expect([refused.status, taken.status, open.status]).toEqual([403, 200, 200]);
  });
});
