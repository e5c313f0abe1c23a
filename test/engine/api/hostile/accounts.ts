import { roles, type Role, type User } from '../../../../engine/contract/auth.ts';
import { signed } from '../../auth/builtin-server.ts';
import { SECRET, type HostedEngine } from './hosted-engine.ts';

/** Who sends requests. */
export const callers = [...roles, 'key', 'nobody'] as const;
export type CallerName = (typeof callers)[number];

interface Account {
  readonly id: string;
  readonly token: string;
}

const PASSWORD = 'password-of-the-campaign';
const LASTS_SECONDS = 86_400;
/** Whoever calls these is logged out. */
const ends = ['auth.logout', 'auth.changePassword'];

/** A user of each role and a key, and others whom requests may change and delete. */
export class Accounts {
  readonly #engine: HostedEngine;
  readonly #senders = new Map<string, Account>();
  /** Users for the calls that end the sessions of who sends them. */
  readonly #leavers = new Map<string, Account>();
  #user = '';
  #key = '';

  constructor(engine: HostedEngine) {
    this.#engine = engine;
  }

  /** A user and a key that are there now and that nobody needs. */
  get spare(): { readonly user: string; readonly key: string } {
    return { user: this.#user, key: this.#key };
  }

  /** The header by which somebody calls an operation; undefined: none. */
  authorizationOf(caller: CallerName, operationId: string): string | undefined {
    const leaver = ends.includes(operationId) ? this.#leavers.get(caller) : undefined;
    const account = leaver ?? this.#senders.get(caller);
    return account === undefined ? undefined : `Bearer ${account.token}`;
  }

  async open(): Promise<void> {
    for (const role of roles) this.#senders.set(role, await this.#addUser(role, `sender-${role}`));
    this.#senders.set('key', await this.#addKey('sender', 'operator'));
    await this.fix();
  }

  /** Puts back what requests took away, and takes away what they left. */
  async fix(): Promise<void> {
    const { users } = (await this.#engine.call('GET', '/users')) as { users: readonly User[] };
    const { apiKeys } = (await this.#engine.call('GET', '/api-keys')) as KeyList;
    await this.#repairLeavers();
    const own = [...this.#senders.values(), ...this.#leavers.values()].map(({ id }) => id);
    const kept = new Set([...own, this.#user, this.#key]);
    for (const { id, username } of users) {
      if (!kept.has(id) && username !== 'root') await this.#engine.call('DELETE', `/users/${id}`);
    }
    for (const { id } of apiKeys) {
      if (!kept.has(id)) await this.#engine.call('DELETE', `/api-keys/${id}`);
    }
    if (!users.some(({ id }) => id === this.#user)) {
      this.#user = (await this.#addUser('viewer', 'somebody')).id;
    }
    if (!apiKeys.some(({ id }) => id === this.#key)) {
      this.#key = (await this.#addKey('spare', 'viewer')).id;
    }
  }

  /** A new one for each whose sessions have ended. */
  async #repairLeavers(): Promise<void> {
    for (const role of roles) {
      const before = this.#leavers.get(role);
      const headers = { Authorization: `Bearer ${before?.token ?? ''}` };
      const { status } = await fetch(`${this.#engine.url}/auth/me`, { headers });
      if (status === 200) continue;
      if (before !== undefined) await this.#engine.call('DELETE', `/users/${before.id}`);
      this.#leavers.set(role, await this.#addUser(role, `leaver-${role}`));
    }
  }

  async #addUser(role: Role, username: string): Promise<Account> {
    const given = { username, password: PASSWORD, role };
    const { user } = (await this.#engine.call('POST', '/users', given)) as { user: User };
    const token = await signed(user, { secret: SECRET, lasts: LASTS_SECONDS });
    return { id: user.id, token };
  }

  async #addKey(name: string, role: Role): Promise<Account> {
    const made = (await this.#engine.call('POST', '/api-keys', { name, role })) as MadeKey;
    return { id: made.apiKey.id, token: made.key };
  }
}

interface KeyList {
  readonly apiKeys: readonly { readonly id: string }[];
}

interface MadeKey {
  readonly key: string;
  readonly apiKey: { readonly id: string };
}
