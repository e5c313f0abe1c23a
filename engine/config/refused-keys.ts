/**
 * Keys of the interface that do nothing here. Ignoring them in silence would be dangerous: whoever sets one believes
 * that it works.
 */
interface RefusedKey {
  /** The key, and with it everything below. */
  readonly key: string;
  /** Its environment variable; with a trailing underscore, all variables that begin so. */
  readonly env: string;
  /** `meaningless`: what it sets does not exist here. */
  readonly because: 'later' | 'meaningless' | 'removed';
  /** A sentence about what stands in its place. */
  readonly reason: string;
  /** A value that asks for what happens anyway. */
  readonly harmless?: string;
}

const inDatabase = 'the database in `paths.data_dir` stores it';
const inGroups = 'the list of DAGs is grouped and sorted by name';
const workers = 'DAGs run on this machine only';

const refusedKeys: readonly RefusedKey[] = [
  meaningless('api_base_path', 'SVC_API_BASE_PATH', {
    reason: 'REST is always at `/api/v1`, below `base_path`',
    harmless: '/api/v1',
  }),
  meaningless('ui.max_dashboard_page_limit', 'SVC_UI_MAX_DASHBOARD_PAGE_LIMIT', {
    reason: 'there is no limit',
  }),
  meaningless('ui.log_encoding_charset', 'SVC_UI_LOG_ENCODING_CHARSET', {
    reason: '`log_output_encoding` of a DAG or step names the encoding of its programs',
    harmless: 'utf-8',
  }),
  meaningless('ui.dags.sort_field', 'SVC_UI_DAGS_SORT_FIELD', {
    reason: inGroups,
    harmless: 'name',
  }),
  meaningless('ui.dags.sort_order', 'SVC_UI_DAGS_SORT_ORDER', {
    reason: inGroups,
    harmless: 'asc',
  }),
  meaningless('ui.dags', 'SVC_UI_DAGS_', { reason: inGroups }),
  meaningless('scheduler', 'SVC_SCHEDULER_', {
    reason: 'the scheduler is part of the engine, which locks its database',
  }),
  meaningless('session', 'SVC_SESSION_', {
    reason: 'sessions are signed tokens, which are not stored',
  }),
  meaningless('paths.alt_dags_dir', 'SVC_ALT_DAGS_DIR', {
    reason: 'all DAGs are in `paths.dags_dir`',
  }),
  meaningless('paths.suspend_flags_dir', 'SVC_SUSPEND_FLAGS_DIR', { reason: inDatabase }),
  meaningless('paths.admin_logs_dir', 'SVC_ADMIN_LOGS_DIR', { reason: inDatabase }),
  meaningless('paths.dag_runs_dir', 'SVC_DAG_RUNS_DIR', { reason: inDatabase }),
  meaningless('paths.queue_dir', 'SVC_QUEUE_DIR', { reason: inDatabase }),
  meaningless('paths.proc_dir', 'SVC_PROC_DIR', { reason: inDatabase }),
  meaningless('paths.service_registry_dir', 'SVC_SERVICE_REGISTRY_DIR', { reason: workers }),
  meaningless('paths.users_dir', 'SVC_USERS_DIR', { reason: inDatabase }),
  meaningless('paths.api_keys_dir', 'SVC_API_KEYS_DIR', { reason: inDatabase }),
  meaningless('paths.webhooks_dir', 'SVC_WEBHOOKS_DIR', { reason: inDatabase }),
  meaningless('tunnel.tailscale', 'SVC_TUNNEL_TAILSCALE_', {
    reason: 'the installed `tailscale` has its own settings',
  }),
  {
    key: 'unix_socket',
    env: 'SVC_UNIX_SOCKET',
    because: 'removed',
    reason: 'use `owner_socket`',
    harmless: 'true',
  },
  {
    key: 'auth.token',
    env: 'SVC_AUTH_TOKEN',
    because: 'removed',
    reason: 'use API keys',
  },
  {
    key: 'auth.oidc',
    env: 'SVC_AUTH_BUILTIN_OIDC_',
    because: 'removed',
    reason: 'use `auth.builtin.oidc`, and variables that start with `SVC_AUTH_OIDC_`',
  },
  meaningless(
    'auth.builtin.oidc.role_mapping.default_role',
    'SVC_AUTH_OIDC_ROLE_MAPPING_DEFAULT_ROLE',
    { reason: 'users without a mapped group get `auth.builtin.oidc.default_role`' },
  ),
  later('auth.builtin.oidc.role_mapping.role_attribute_path', 'SVC_AUTH_OIDC_ROLE_ATTRIBUTE_PATH', {
    reason: 'use `group_mappings`',
  }),
  later('coordinator.enabled', 'SVC_COORDINATOR_ENABLED', { reason: workers, harmless: 'false' }),
  later('coordinator', 'SVC_COORDINATOR_', { reason: workers }),
  later('worker', 'SVC_WORKER_', { reason: workers }),
  later('broker', 'SVC_BROKER', { reason: workers }),
  later('peer', 'SVC_PEER_', { reason: workers }),
  later('default_execution_mode', 'SVC_DEFAULT_EXECUTION_MODE', {
    reason: workers,
    harmless: 'local',
  }),
  later('defaultExecutionMode', 'SVC_DEFAULT_EXECUTION_MODE', {
    reason: workers,
    harmless: 'local',
  }),
  later('terminal.enabled', 'SVC_TERMINAL_ENABLED', {
    reason: 'there is no terminal',
    harmless: 'false',
  }),
  later('terminal', 'SVC_TERMINAL_', { reason: 'there is no terminal' }),
];

type Refusal = Pick<RefusedKey, 'reason' | 'harmless'>;

function meaningless(key: string, env: string, refusal: Refusal): RefusedKey {
  return { key, env, because: 'meaningless', ...refusal };
}

function later(key: string, env: string, refusal: Refusal): RefusedKey {
  return { key, env, because: 'later', ...refusal };
}

/** The refusal of a key, or of the group in which it stands. */
export function refusedKeyFor(key: string): RefusedKey | undefined {
  return refusedKeys.find((refused) => key === refused.key || key.startsWith(`${refused.key}.`));
}

/** The refusal of a variable of the environment; one that ends in `_` stands for all that start with it. */
export function refusedKeyForVariable(name: string): RefusedKey | undefined {
  return refusedKeys.find(({ env }) => (env.endsWith('_') ? name.startsWith(env) : name === env));
}

/** Whether `key` is a group of which parts are known, such as `terminal` for `terminal.enabled`. */
export function hasRefusedPart(key: string): boolean {
  return refusedKeys.some((refused) => refused.key.startsWith(`${key}.`));
}

/** Whether a refused key has the value that asks for nothing. */
export function isHarmless({ harmless }: RefusedKey, value: unknown): boolean {
  return typeof value !== 'object' && String(value).toLowerCase() === harmless;
}

const words = {
  later: 'is not available in this version',
  meaningless: 'is not supported',
  removed: 'was removed',
} as const;

/** The end of the sentence that refuses it. */
export function refusal({ because, reason }: RefusedKey): string {
  return `${words[because]}: ${reason}`;
}

/** All of them, for the reference. */
export const listRefusedKeys = (): readonly RefusedKey[] => refusedKeys;
