import type { Config } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { StartError } from '../lib/start-error.ts';
import { inTime } from '../platform/keychain/in-time.ts';
import type { StoredSecrets } from '../platform/keychain/stored-secrets.ts';
import { findSecret, moveToKeychain } from './secret-places.ts';

/**
 * The secret of this engine: 32 random bytes, made once. Whatever else is signed or sealed with it needs a key of its own,
 * derived with a label (HKDF).
 */
export interface EngineSecret {
  /** Found or made when it is first asked for. Throws EngineError `service_unavailable` while the keychain does not return it. */
  readonly get: () => Promise<Buffer>;
  /**
   * What a service does about it before it serves. With `auto` nothing is waited for: the keychain is asked beside the start,
   * and a secret that lies in the file moves. Throws StartError for what nothing else takes the place of.
   */
  readonly prepare: () => Promise<void>;
}

export interface EngineSecretOptions {
  readonly config: Pick<Config, 'auth' | 'paths'>;
  readonly secrets: StoredSecrets;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Finds or makes the secret at the first question, and again after one that failed. */
export function createEngineSecret(options: EngineSecretOptions): EngineSecret {
  const { store } = options.config.auth.token;
  const places = { ...options, store, dataDir: options.config.paths.dataDir };
  let asked: Promise<Buffer> | null = null;

  function find(): Promise<Buffer> {
    // A keychain that was locked may be open the next time.
    asked ??= findSecret(places).catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  }

  async function settle(): Promise<void> {
    const { log } = options;
    try {
      await inTime(options.clock, find());
    } catch (error) {
      log.warn('Logins and signed webhooks wait for the secret of the engine', { error });
      return;
    }
    try {
      const moved = await moveToKeychain(places);
      if (moved) log.info('The secret of the engine moved from its file to the keychain');
    } catch (error) {
      log.info('The secret of the engine stays in its file', { error });
    }
  }

  return {
    get: () => (store === 'auto' ? inTime(options.clock, find()) : find()),
    prepare: async () => {
      if (store === 'auto') void settle();
      else await refusing(find());
    },
  };
}

async function refusing(finding: Promise<unknown>): Promise<void> {
  try {
    await finding;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}
