import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './home.ts';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A self-signed certificate for this machine, made for this call. */
export function aCertificate(
  folder = temporaryFolder('tls'),
  name = 'localhost',
): CertificateFiles {
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${name}`, '-keyout', keyFile, '-out', certFile],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  );
  return { certFile, keyFile };
}
