import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { aServer, aServerWith, clientOf } from './servers.ts';

const folder = temporaryFolder('certificates');
const authority = join(folder, 'ca.pem');
const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };

/** An authority of its own, and a certificate of it for 127.0.0.1. */
beforeAll(() => {
  const openssl = (args: string) =>
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'ignore' });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=test-authority`);
  openssl(
    `req -x509 ${key} -keyout key.pem -out cert.pem -days 2 -subj /CN=far -CA ca.pem -CAkey ca.key -addext subjectAltName=IP:127.0.0.1`,
  );
});

describe('a node with HTTPS', () => {
  it('is trusted by the authority that the settings name, or by nobody being asked', async () => {
    const far = await aServer({ tls });
    const ask = async (settings: { caFile: string | null; skipVerify: boolean }) => {
      const near = await aServerWith(far.url, { tls: settings });
      return clientOf(near).call('dags.list', { remoteNode: 'far' });
    };

    expect(far.url).toMatch(/^https:/);
    expect((await ask({ caFile: authority, skipVerify: false })).dags).toEqual([]);
    expect((await ask({ caFile: null, skipVerify: true })).dags).toEqual([]);
    await expect(ask({ caFile: null, skipVerify: false })).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(
        /^The remote node far is not available: .*certificate.*`ca_file`/,
      ),
    });
    await expect(ask({ caFile: join(folder, 'none.pem'), skipVerify: false })).rejects.toThrow(
      /The remote node far is not available: .*ENOENT.*none\.pem/,
    );
  });

  it('is told from one without, in words that name the setting', async () => {
    const plain = await aServer();
    const near = await aServerWith(plain.url.replace('http:', 'https:'));

    await expect(clientOf(near).call('dags.list', { remoteNode: 'far' })).rejects.toThrow(
      /The remote node far is not available: .*`http:\/\/` in `api_base_url`/,
    );
  });
});
