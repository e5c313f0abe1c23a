import type { SshTarget } from '../../lib/ssh/connect-ssh.ts';

/** What an `sftp` step transfers, with all values filled in. */
export interface SftpRequest {
  readonly target: SshTarget;
  readonly direction: SftpDirection;
  /** A file or a folder. Here relative to the step's working directory, there to the home folder of the user. */
  readonly source: string;
  readonly destination: string;
}

export const sftpDirections = ['upload', 'download'] as const;
export type SftpDirection = (typeof sftpDirections)[number];
