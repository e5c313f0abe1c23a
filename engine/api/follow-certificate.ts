import type { Server } from 'node:http';
import { basename, dirname } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { nodeHttps } from '../platform/node-http.ts';
import { watchFolder } from '../platform/watch-folder.ts';
import { readCertificate, type CertificateFiles } from './tls.ts';

/** The two files are written one after the other. */
const SETTLE_MS = 1000;

interface FollowOptions {
  readonly clock: Clock;
  /** Told why a new certificate is not used. */
  readonly warn: (message: string) => void;
}

/**
 * Takes a renewed certificate into use for connections that come then. Until both files are right again the old one
 * stays: a renewal that went wrong is no reason to answer nobody. Returns the way to end it.
 */
export function followCertificate(
  server: Server,
  files: CertificateFiles | null,
  { clock, warn }: FollowOptions,
): () => void {
  if (files === null || !(server instanceof nodeHttps().Server)) return () => undefined;
  let cancel = (): void => undefined;
  const renew = (): void => {
    try {
      server.setSecureContext(readCertificate(files));
    } catch (error) {
      // It may be half a renewal: the next change of a file asks again.
      warn(`The new certificate is not used, the old one stays. ${(error as Error).message}`);
    }
  };
  const changed = (): void => {
    cancel();
    cancel = clock.after(SETTLE_MS, renew);
  };
  const paths = [files.certFile, files.keyFile];
  // Tools that renew put a link in place of another one, so what it is called need not be the file's own name.
  const names = new Set([...paths.map((path) => basename(path)), '..data']);
  const isWanted = (name: string): boolean => names.has(name);
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  const ends = folders.map((folder) => watchFolder({ folder, clock, isWanted, changed }));
  return () => {
    cancel();
    ends.forEach((end) => end());
  };
}
