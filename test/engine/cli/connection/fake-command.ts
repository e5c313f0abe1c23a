import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readEndpoint, writeEndpoint } from '../../../../engine/platform/endpoint-file.ts';
import { temporaryFolder } from '../../../support/home.ts';

/** Another command, whose engine answers in this way; this process stands for it. */
export async function aCommand(answer: RequestListener, dataDir = temporaryFolder()) {
  const socket = join(dataDir, 'engine.sock');
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.end();
    else answer(request, response);
  });
  await once(server.listen(socket), 'listening');
  onTestFinished(() => void server.close());
  const about = { url: 'http://localhost', version: '1', startedAt: '2026-01-01T00:00:00.000Z' };
  writeEndpoint(dataDir, { ...about, socket, isService: false });
  const endpoint = await readEndpoint(dataDir);
  if (endpoint === null) throw new Error('It does not answer.');
  return { dataDir, server, endpoint, socket };
}
