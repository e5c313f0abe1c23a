import type { SecureContextOptions } from 'node:tls';
import { readText } from '../lib/regular-file.ts';
import { StartError } from '../lib/start-error.ts';
import { nodeTls } from '../platform/node-http.ts';

/** A certificate with its chain and its key, as PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Reads what HTTPS needs.
 *
 * @throws StartError that names the file which cannot be read, is no certificate or key, or does not belong to the other.
 */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const cert = read(certFile, 'tls.cert_file');
  const key = read(keyFile, 'tls.key_file');
  check({ cert }, `${certFile} (\`tls.cert_file\`) is not a certificate in PEM format`);
  check(
    { key },
    `${keyFile} (\`tls.key_file\`) is not a private key in PEM format without a passphrase`,
  );
  check({ cert, key }, `The key in ${keyFile} does not match the certificate in ${certFile}`);
  return { cert, key };
}

function read(file: string, setting: string): string {
  try {
    return readText(file, { links: 'follow' });
  } catch (cause) {
    const message = `${file} (\`${setting}\`) cannot be read: ${(cause as Error).message}`;
    throw new StartError(message, { cause });
  }
}

function check(options: SecureContextOptions, problem: string): void {
  try {
    nodeTls().createSecureContext(options);
  } catch (cause) {
    throw new StartError(`${problem}: ${(cause as Error).message}`, { cause });
  }
}
