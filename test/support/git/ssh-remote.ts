import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startSshd, type Sshd, type SshdOptions } from '../../../scripts/samples/sshd.ts';
import { aBareRepository, type BareRepository } from './bare-repository.ts';

export interface SshRemote extends Sshd {
  readonly repository: BareRepository;
  readonly url: string;
}

interface SshRemoteOptions extends Pick<SshdOptions, 'passphrase' | 'keyType'> {
  /** A shell script that stands between: it may refuse, or cut what `git-shell` says. */
  readonly gate?: string;
}

const GATE = 'exec git-shell -c "$SSH_ORIGINAL_COMMAND"';

/** A repository behind a real sshd on loopback, which a key opens. */
export async function anSshRemote(
  folder: string,
  { gate = GATE, ...options }: SshRemoteOptions = {},
): Promise<SshRemote> {
  const repository = await aBareRepository(join(folder, 'repository.git'));
  const gateFile = join(folder, 'gate');
  writeFileSync(gateFile, `#!/bin/sh\n${gate}\n`);
  chmodSync(gateFile, 0o755);
  const sshd = await startSshd(folder, { ...options, settings: [`ForceCommand ${gateFile}`] });
  onTestFinished(sshd.kill);
  const url = `ssh://${sshd.user}@127.0.0.1:${sshd.port}${repository.folder}`;
  return { ...sshd, repository, url };
}
