import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, post } from '../api/an-api.ts';
import { homeWith, serve } from './dagwright.ts';

it('a running server does what is saved into config.yaml', async () => {
  const home = homeWith({ daily: 'steps: [echo hi]' });
  await using server = await serve(home);
  const port = { port: Number(new URL(server.url).port) };
  const look = async () => {
    const named = await ask(port, '/api/v1/health', { headers: { Host: 'flows.example' } });
    const started = await post(port, '/api/v1/dags/daily/start', {});
    const written = await ask(port, '/api/v1/dags/daily', { method: 'DELETE' });
    const there = await ask(port, '/api/v1/remote-nodes');
    const elsewhere = await ask(port, '/api/v1/dags?remoteNode=far');
    return {
      statuses: [named.status, started.status, written.status, elsewhere.status],
      nodes: there.text.includes('"far"'),
    };
  };

  const before = await look();
  writeFileSync(
    join(home, 'config.yaml'),
    `allowed_hosts: [flows.example]
permissions: {run_dags: false, write_dags: false}
remote_nodes: [{name: far, api_base_url: 'http://127.0.0.1:1'}]
`,
  );
  await server.printed(/Reloaded the settings .*remoteNodes/);

  expect(before).toEqual({ statuses: [403, 200, 204, 400], nodes: false });
  expect(await look()).toEqual({ statuses: [200, 403, 403, 503], nodes: true });
});
