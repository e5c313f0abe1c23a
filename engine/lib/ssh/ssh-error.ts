import { networkWords } from '../network-words.ts';

/**
 * - `offline`: the host cannot be reached
 * - `host-key`: it is not known, or another one than before
 * - `credential`: not let in
 * - `cut`: the line was lost
 * - `failed`: anything else
 */
/** `login`: there is nothing to log in with, so the host was not asked. `credential`: it refused. */
export type SshReason = 'offline' | 'host-key' | 'login' | 'credential' | 'cut' | 'failed';

/** Why a host was not reached, or lost. The message is for people, and holds no secret. */
export class SshError extends Error {
  override readonly name = 'SshError';
  readonly reason: SshReason;

  constructor(reason: SshReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What ssh2 says of an error beside its words. */
interface SshFailure extends Error {
  readonly level?: string;
  readonly code?: string;
}

/** Why a host was not reached. `refused` says what it means that it does not let anybody in. */
export function connectFailure(error: SshFailure, host: string, refused: string): SshError {
  const options = { cause: error };
  const offline = (words: string): SshError =>
    new SshError('offline', `Cannot connect to ${host}: ${words}.`, options);
  switch (error.level) {
    case 'client-authentication':
      return new SshError('credential', `Authentication failed: ${host} ${refused}`, options);
    case 'client-timeout':
      return offline('it does not respond');
    case 'client-socket':
      return offline(networkWords(error.code ?? '', error.message));
    default:
      return new SshError('failed', `The connection to ${host} failed: ${error.message}`, options);
  }
}

/** The line was lost while something went on. */
export function lostLine(host: string, error: SshFailure | undefined): SshError {
  const why =
    error?.level === 'client-timeout'
      ? `${host} does not respond any more`
      : networkWords(error?.code ?? '', error?.message ?? 'it was closed there');
  return new SshError('cut', `The connection to ${host} was cut: ${why}.`, { cause: error });
}
