import type { SFTPWrapper } from 'ssh2';
import type { SshConnection } from '../../lib/ssh/connect-ssh.ts';

/** What a host says of a file that it does not give. */
export type Status = 'nothing' | 'denied' | 'failed';

/** Codes of the protocol. */
const byCode: Readonly<Record<number, readonly [Status, string]>> = {
  2: ['nothing', 'there is no such file or folder'],
  3: ['denied', 'permission was denied'],
  8: ['failed', 'its SSH server cannot do that'],
};

class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly status: Status;

  constructor(status: Status, message: string, options: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Null: it is no refusal of the host's. */
export function statusOf(error: unknown): Status | null {
  return error instanceof RefusedFile ? error.status : null;
}

/** Why a host does not do what it was asked for with a file. What has no code is not its answer: the connection is lost. */
export function refuses(
  path: string,
  error: Error & { readonly code?: string | number },
  { host, lost }: SshConnection,
): Error {
  if (typeof error.code !== 'number') return lost();
  const [status, words] = byCode[error.code] ?? ['failed', error.message];
  return new RefusedFile(status, `${JSON.stringify(path)} on ${host}: ${words}.`, { cause: error });
}

/** The files of a host, where its server shows them. */
export function filesOf({ client, host }: SshConnection): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error)
        reject(new Error(`${host} does not offer SFTP: ${error.message}.`, { cause: error }));
      else resolve(sftp);
    });
  });
}
