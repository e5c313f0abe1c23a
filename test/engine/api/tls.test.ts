import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../engine/lib/start-error.ts';
import { aCertificate } from '../../support/certificate.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';
import { anApi, type TestApi } from './an-api.ts';
import { manualClock } from './manual-clock.ts';
import { rawAsk } from './raw-ask.ts';

const files = aCertificate();

interface Answer {
  readonly status: number | undefined;
  /** Whom the certificate is for. */
  readonly subject: string | string[] | undefined;
}

async function ask({ port }: TestApi, headers: Record<string, string> = {}): Promise<Answer> {
  const options: RequestOptions = {
    ...{ port, host: '127.0.0.1', path: '/api/v1/dags', agent: false },
    headers,
    rejectUnauthorized: false,
  };
  const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage];
  const { CN } = (response.socket as TLSSocket).getPeerCertificate().subject;
  response.resume();
  return { status: response.statusCode, subject: CN };
}

describe('a server with a certificate', () => {
  it('speaks HTTPS, and nothing else', async () => {
    const api = await anApi({ tls: files });

    expect(api.url).toBe(`https://127.0.0.1:${api.port}`);
    expect((await ask(api)).status).toBe(200);
    expect(await rawAsk(api.port, ['GET /api/v1/dags HTTP/1.1'])).not.toContain('200');
  });

  it('takes its own pages for those of HTTPS', async () => {
    const api = await anApi({ tls: files });
    const own = `127.0.0.1:${api.port}`;

    expect((await ask(api, { Origin: `https://${own}` })).status).toBe(200);
    expect((await ask(api, { Origin: `http://${own}` })).status).toBe(403);
  });

  it('closes in a second though somebody never agreed on TLS', async () => {
    const clock = manualClock();
    const api = await anApi({ tls: files, clock, limits: { handshakeMs: 600_000 } });
    const silent = connect(api.port, '127.0.0.1');
    await once(silent, 'connect');
    // The server knows of it when it has taken one that came later.
    await ask(api);

    const closed = api.close();
    clock.advance(1000);

    await Promise.all([closed, once(silent.resume(), 'close')]);
  });

  it('takes a renewed one into use, and keeps the old one while the new one is wrong', async () => {
    const folder = temporaryFolder('tls');
    const mine = aCertificate(folder, 'old');
    const warnings: string[] = [];
    const api = await anApi({ tls: mine, warn: (message) => warnings.push(message) });
    expect((await ask(api)).subject).toBe('old');

    writeFileSync(mine.keyFile, 'half of it');
    await eventually(() => warnings.length > 0, 'what is wrong is said');
    expect(warnings[0]).toContain(mine.keyFile);
    expect((await ask(api)).subject).toBe('old');
    const renewed = aCertificate(temporaryFolder('tls'), 'new');
    cpSync(renewed.certFile, mine.certFile);
    cpSync(renewed.keyFile, mine.keyFile);

    await eventually(async () => (await ask(api)).subject === 'new', 'the new one is used');
  });
});

describe('files that make no HTTPS', () => {
  const other = aCertificate();
  const folder = temporaryFolder('tls');
  const nonsense = join(folder, 'nonsense.pem');
  writeFileSync(nonsense, 'nonsense');
  const cut = join(folder, 'cut.pem');
  writeFileSync(cut, readFileSync(files.certFile, 'utf8').slice(0, 200));
  const gone = join(folder, 'gone.pem');
  rmSync(gone, { force: true });

  it.each([
    ['a certificate that is not there', { ...files, certFile: gone }, gone],
    ['a key that is not there', { ...files, keyFile: gone }, gone],
    ['a folder', { ...files, keyFile: folder }, folder],
    ['nonsense for a certificate', { ...files, certFile: nonsense }, nonsense],
    ['half a certificate', { ...files, certFile: cut }, cut],
    ['nonsense for a key', { ...files, keyFile: nonsense }, nonsense],
    ['the key of another certificate', { ...files, keyFile: other.keyFile }, other.keyFile],
  ])('end the start with words that name them: %s', async (_name, tls, named) => {
    const opened = anApi({ tls });

    await expect(opened).rejects.toBeInstanceOf(StartError);
    await expect(opened).rejects.toThrow(named);
  });
});
