import { describe, expect, it } from 'vitest';
import { aServer, aServerWith, otherServer } from './servers.ts';

const spec = 'steps:\n  - name: hello\n    command: echo from afar\n';

describe('a file from a remote node', () => {
  it('is the log of a run, as the node sends it', async () => {
    const far = await aServer();
    const near = await aServerWith(far.url);
    const run = { name: 'a', dagRunId: 'r1' };
    await far.engine.client.call('dags.create', { name: 'a', spec });
    await far.engine.client.call('dags.startSync', { fileName: 'a', dagRunId: 'r1', timeout: 20 });

    const path = `/api/v1/dag-runs/${run.name}/${run.dagRunId}/steps/hello/log/download`;
    const direct = await fetch(`${far.url}${path}`);
    const through = await fetch(`${near.url}${path}?remoteNode=far`);
    const missing = await fetch(`${near.url}${path.replace('hello', 'none')}?remoteNode=far`);

    expect(await through.text()).toBe('from afar\n');
    for (const header of ['content-disposition', 'content-length', 'content-type']) {
      expect(through.headers.get(header)).toBe(direct.headers.get(header));
    }
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: 'not_found' });
  });

  it('may have a size that a proxy does not tell', async () => {
    const url = await otherServer((_, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment; filename="a.log"' });
      response.write('in ');
      response.end('pieces\n');
    });
    const near = await aServerWith(url);

    const file = await fetch(`${near.url}/api/v1/dag-runs/a/r1/log/download?remoteNode=far`);

    expect(file.headers.get('content-disposition')).toBe('attachment; filename="a.log"');
    expect(await file.text()).toBe('in pieces\n');
  });

  it('is no page of a proxy', async () => {
    const near = await aServerWith(await otherServer((_, response) => response.end('<h1>Hi</h1>')));

    const file = await fetch(`${near.url}/api/v1/dag-runs/a/r1/log/download?remoteNode=far`);

    expect(file.status).toBe(503);
    expect(await file.json()).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('The remote node far is not available: '),
    });
  });
});
