import { openKeychain } from '../../engine/platform/keychain/keychain.ts';
import { systemClock } from '../../engine/platform/system-clock.ts';

const ask = openKeychain(systemClock);

/** The keychain as its owner may look into it, by the names of its entries. */
export const keychain = {
  read: (account: string): Promise<string | null> => ask({ kind: 'read', account }),
  save: async (account: string, text: string): Promise<void> => {
    await ask({ kind: 'save', account, text });
  },
  remove: async (account: string): Promise<void> => {
    await ask({ kind: 'forget', account });
  },
};
