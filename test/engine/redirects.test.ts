import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { createProvider } from '../../engine/auth/oidc/provider.ts';
import { createHttpClient } from '../../engine/contract/http-client.ts';
import { exportSpans } from '../../engine/step-programs/otel/export-spans.ts';
import { s3Client } from '../../engine/step-programs/s3/s3-client.ts';
import type { ProgramContext } from '../../engine/step-programs/task.ts';
import { aServer } from '../support/http-server.ts';

const KEY = 'key-4711';
const statuses = [301, 302, 303, 307, 308] as const;

/** Clients of libraries: what each does with an address. */
const clients: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a store of objects, asked': async (endpoint) => ask(endpoint, 'list'),
  'a store of objects, given': async (endpoint) => ask(endpoint, 'put'),
  'a collector of traces': async (endpoint) => {
    const collector = {
      endpoint,
      headers: { 'x-api-key': KEY },
      isInsecure: true,
      timeoutMs: 1000,
    };
    const span = { ...ids, parentSpanId: null, name: 's', startedAt: 0, endedAt: 1, error: null };
    const spans = [{ ...span, attributes: {}, links: [] }];
    await exportSpans({ collector, resource: {}, spans }, {} as ProgramContext);
  },
  'an identity provider': async (issuer) => {
    const settings = { issuer, clientId: 'me', clientSecret: KEY };
    await createProvider(settings, { elapsed: () => 0 }).get();
  },
  'an engine': async (baseUrl) => {
    const wait = () => () => undefined;
    const { call } = createHttpClient({ baseUrl, wait, token: () => KEY });
    await call('dags.start', { fileName: 'a', params: KEY });
  },
};

const ids = { traceId: '1'.repeat(32), spanId: '2'.repeat(16) };

it.each(Object.entries(clients))(
  '%s is not followed to another origin by its client',
  async (_, ask) => {
    const got: string[] = [];
    const other = await aServer((request, response) => {
      got.push(JSON.stringify(request.headers));
      response.end();
    });
    for (const status of statuses) {
      let asked = 0;
      const first = await aServer(({ url }, response) => {
        asked += 1;
        response.writeHead(status, { location: `${other}${url}` }).end();
      });

      await ask(first).catch(() => undefined);

      expect(asked).toBeGreaterThan(0);
    }
    expect(got).toEqual([]);
  },
);

async function ask(endpoint: string, what: 'list' | 'put'): Promise<void> {
  const keys = { accessKeyId: 'me', secretAccessKey: KEY };
  const client = s3Client({ region: '', endpoint, ...keys, isPathStyle: true });
  onTestFinished(() => client.destroy());
  const place = { Bucket: 'b' };
  if (what === 'list') await client.send(new ListObjectsV2Command(place));
  else await client.send(new PutObjectCommand({ ...place, Key: 'k', Body: KEY }));
}
