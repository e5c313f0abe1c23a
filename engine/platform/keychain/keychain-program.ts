/** The program that speaks to the keychain: it answers one question of the engine that started it, and ends. */
import type * as keytarModule from 'keytar';
import type { Answer, Question, Values } from './question.ts';

/** Who the entries belong to, as the keychain's own window shows it. */
const SERVICE = 'Dagwright';
/** Made and removed again, for what only a keychain that is open takes. */
const PROBE = 'probe';

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

// Whoever asked is gone: nobody waits for the person who was to unlock the keychain.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (question: Question) => {
  void answer(question).then((said) => process.send?.(said));
});

async function answer(question: Question): Promise<Answer> {
  try {
    return { value: await ask((await import('keytar')).default, question) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function ask(keytar: Keytar, question: Question): Promise<Values[keyof Values]> {
  switch (question.kind) {
    case 'read':
      return keytar.getPassword(SERVICE, question.account);
    case 'save':
      await keytar.setPassword(SERVICE, question.account, question.text);
      return null;
    case 'forget':
      return forget(keytar, question.account);
    case 'find':
      return find(keytar, question.accounts);
  }
}

/** A keychain of Linux that stays locked says that there is no such entry, but takes no new one. */
async function forget(keytar: Keytar, account: string): Promise<boolean> {
  if (await keytar.deletePassword(SERVICE, account)) return true;
  await keytar.setPassword(SERVICE, PROBE, PROBE);
  await keytar.deletePassword(SERVICE, PROBE);
  return false;
}

// Not by the library's own list: it ends the process where an entry is locked.
async function find(keytar: Keytar, accounts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const account of accounts) {
    if ((await keytar.getPassword(SERVICE, account)) !== null) found.push(account);
  }
  return found;
}
