import type { Migration } from './migration.ts';

/** Users, API keys, webhooks and the audit log. */
export const access: Migration = {
  version: 4,
  name: 'access',
  sql: `
    -- Users of builtin mode.
    CREATE TABLE user (
      id TEXT PRIMARY KEY,
      username TEXT NOT NULL,
      -- The name in lower case: two users never differ in the case of letters alone.
      username_key TEXT NOT NULL UNIQUE,
      -- bcrypt; empty for those who log in elsewhere.
      password_hash TEXT NOT NULL DEFAULT '',
      role TEXT NOT NULL,
      -- builtin, oidc
      auth_provider TEXT NOT NULL,
      -- Issuer and subject of an identity provider; null for builtin users.
      subject TEXT UNIQUE,
      is_disabled INTEGER NOT NULL DEFAULT 0,
      -- Sessions of another generation have ended.
      session_generation INTEGER NOT NULL DEFAULT 1,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      last_login_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      description TEXT NOT NULL,
      role TEXT NOT NULL,
      key_prefix TEXT NOT NULL,
      -- bcrypt
      key_hash TEXT NOT NULL,
      -- Id of the user; empty for the owner of the machine.
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      last_used_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_key_by_prefix ON api_key (key_prefix);

    -- At most one for a DAG.
    CREATE TABLE webhook (
      id TEXT PRIMARY KEY,
      file_name TEXT NOT NULL UNIQUE,
      token_prefix TEXT NOT NULL,
      -- bcrypt
      token_hash TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      -- none, github, stripe
      signature TEXT NOT NULL DEFAULT 'none',
      -- Sealed with the secret of the engine; empty for none.
      signature_secret TEXT NOT NULL DEFAULT '',
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      last_used_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE webhook_delivery (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
      received_at INTEGER NOT NULL,
      origin TEXT NOT NULL,
      status INTEGER NOT NULL,
      reason TEXT NOT NULL,
      dag_run_id TEXT NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX delivery_by_webhook ON webhook_delivery (webhook_id, id);

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      actor_kind TEXT NOT NULL,
      origin TEXT NOT NULL,
      operation TEXT NOT NULL,
      target TEXT NOT NULL,
      -- done, refused, failed
      outcome TEXT NOT NULL,
      code TEXT NOT NULL,
      message TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_by_time ON audit (at);
  `,
};
