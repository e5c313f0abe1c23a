import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { CertificateFiles } from './certificate.ts';

/** A server of the test on loopback: its address, without a slash at the end. */
export async function aServer(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(answer))}`;
}

/** The same with a certificate. */
export async function aSecureServer(
  { certFile, keyFile }: CertificateFiles,
  answer: RequestListener,
): Promise<string> {
  const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  return `https://127.0.0.1:${await listening(createSecureServer(files, answer))}`;
}

async function listening(server: Server & { closeAllConnections: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}
