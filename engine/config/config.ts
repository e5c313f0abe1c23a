import type { Role } from '../contract/auth.ts';
import type { ZoneDoubt } from './system-zone.ts';

/**
 * Everything that can be set from outside: flag > environment > config.yaml > default.
 *
 * Live fields follow config.yaml while the engine runs (`liveConfig`): `queues`, `remoteNodes`, `permissions`, `audit`,
 * `rateLimiting`, `metrics`, `allowedHosts`, `debug`, `gitSync`, and the retention of `monitoring`. Read them where they are needed.
 */
export interface Config {
  readonly paths: Paths;
  readonly host: string;
  readonly port: number;
  /** Path below which everything is served: empty, or `/flows` without a slash at its end. */
  readonly basePath: string;
  /** Whether browsers get REST alone and no page. */
  readonly headless: boolean;
  /** Which requests are logged; `non-public`: those of operations that need a role. */
  readonly accessLog: 'all' | 'non-public' | 'none';
  /** Program and arguments of the shell for steps that name none; null: `$SHELL`, else `sh`. */
  readonly defaultShell: readonly string[] | null;
  /** In which schedules without one of their own, logs and steps count: an IANA zone, or an offset such as `-02:00`. */
  readonly timezone: string;
  /** Whether that is the zone of the machine, since neither TZ nor `tz` names one. Known without a look at zones. */
  readonly isMachineZone: boolean;
  /** Why that may not be the zone that was meant; null: it is. */
  readonly timezoneDoubt: ZoneDoubt | null;
  readonly skipExamples: boolean;
  /** Whether a DAG counts as never run when its newest run began before today. */
  readonly latestStatusToday: boolean;
  readonly logFormat: 'text' | 'json';
  readonly debug: boolean;
  /** How much is kept in memory. */
  readonly cache: 'low' | 'normal' | 'high';
  /** Who may read the metrics: whoever may read the rest as well, or anybody. */
  readonly metrics: 'private' | 'public';
  readonly monitoring: MonitoringSettings;
  readonly queues: QueueSettings;
  readonly auth: AuthSettings;
  readonly permissions: Permissions;
  readonly rateLimiting: RateLimiting;
  readonly audit: AuditSettings;
  /** Certificate and key of HTTPS; null: plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Host names, with or without port, by which the server may be reached beside its own addresses. */
  readonly allowedHosts: readonly string[];
  /** Whether a Unix socket in the data folder serves whatever runs as the engine's user, without a password. */
  readonly ownerSocket: boolean;
  /** The program that gives the server a public address, null: the first that is installed; no tunnel: null. */
  readonly tunnel: { readonly provider: TunnelProvider | null } | null;
  readonly remoteNodes: readonly RemoteNode[];
  readonly gitSync: GitSyncSettings;
  /** What the window looks like, so that several engines can be told apart. */
  readonly ui: UiSettings;
}

export type TunnelProvider = 'cloudflared' | 'tailscale';

export interface UiSettings {
  readonly navbarTitle: string | null;
  /** `#rgb`, `#rrggbb`, or the name of a color. */
  readonly navbarColor: string | null;
}

/** Who may call. */
export interface AuthSettings {
  readonly mode: 'none' | 'builtin';
  /** One user of HTTP basic authentication, with the role admin; null: not accepted. Only in builtin mode. */
  readonly basic: { readonly username: string; readonly password: string } | null;
  readonly token: {
    /** Secret that signs JWTs; null: that of the engine, made once. */
    readonly secret: string | null;
    /** Where the secret of the engine is kept; `auto`: in the keychain where there is one that can be used. */
    readonly store: 'file' | 'keychain' | 'auto';
    readonly ttlMs: number;
  };
  /** The first administrator, made when there is no user; null: the setup asks. */
  readonly admin: { readonly username: string; readonly password: string } | null;
  readonly oidc: OidcSettings | null;
}

/** Login through an identity provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** Address of this server for browsers, to which the provider sends them back. */
  readonly clientUrl: string;
  readonly scopes: readonly string[];
  /** Whether a user who is not known yet is made at login. */
  readonly autoSignup: boolean;
  readonly defaultRole: Role;
  /** Claim with the groups of a user. */
  readonly groupsClaim: string;
  /** Role of each group; the highest counts. */
  readonly groupMappings: Readonly<Record<string, Role>>;
  /** Refuse users of none of these groups. */
  readonly strict: boolean;
  /** Keep the role that a user has, whatever the groups say at a later login. */
  readonly skipRoleSync: boolean;
  /** Email domains that may log in; empty: all. */
  readonly allowedDomains: readonly string[];
  /** Email addresses that may log in beside those of the domains; empty: none. */
  readonly whitelist: readonly string[];
}

/** Switches that turn operations off for everybody, and who may have commands of their own run. */
export interface Permissions {
  readonly writeDags: boolean;
  readonly runDags: boolean;
  /** The least role that may bring commands of its own. */
  readonly inlineRuns: 'manager' | 'operator';
}

export interface RateLimiting {
  /** `auto`: where others than this machine can reach the server. */
  readonly enabled: 'auto' | 'on' | 'off';
  readonly loginAttempts: number;
  readonly windowMs: number;
  readonly blockMs: number;
}

export interface AuditSettings {
  readonly enabled: boolean;
  readonly retentionDays: number;
}

/** Another engine that answers for `remoteNode`. */
export interface RemoteNode {
  readonly name: string;
  /** Scheme, host and port, and a base path if it has one; without `/api/v1`. */
  readonly baseUrl: string;
  readonly auth:
    | { readonly type: 'none' }
    /** Null: the keychain has it. */
    | { readonly type: 'basic'; readonly username: string; readonly password: string | null }
    | { readonly type: 'token'; readonly token: string | null };
  readonly timeoutMs: number;
  readonly tls: {
    /** Certificate authority of the node, PEM; null: those of the system. */
    readonly caFile: string | null;
    readonly skipVerify: boolean;
  };
}

/** DAG files in step with a Git remote. */
export interface GitSyncSettings {
  readonly enabled: boolean;
  /** Empty for none. */
  readonly repository: string;
  readonly branch: string;
  /** Folder of the repository; empty for its root. */
  readonly path: string;
  readonly pushEnabled: boolean;
  /** Whether what a pull brought has to be accepted before it runs; null: as is usual where the engine runs. */
  readonly trust: 'review' | 'always' | null;
  readonly auth: {
    readonly type: 'token' | 'ssh';
    /** Null: that of the keychain, if there is one. */
    readonly token: string | null;
    readonly sshKeyPath: string | null;
    /** Null: that of the keychain, if there is one. */
    readonly sshPassphrase: string | null;
    /** Null: that of the user. */
    readonly sshKnownHosts: string | null;
  };
  readonly autoSync: {
    readonly enabled: boolean;
    readonly onStartup: boolean;
    readonly intervalMs: number;
  };
  readonly author: { readonly name: string; readonly email: string };
}

/** The history of what the machine was used for. */
export interface MonitoringSettings {
  /** Between two samples. */
  readonly intervalMs: number;
  /** Age at which samples are forgotten. */
  readonly retentionMs: number;
}

export interface QueueSettings {
  /** False: nothing waits, and what asks to be queued is refused. */
  readonly enabled: boolean;
  /** The global queues, in the order of the file. */
  readonly config: readonly { readonly name: string; readonly maxConcurrency: number }[];
}

export interface Paths {
  readonly configFile: string;
  readonly dagsDir: string;
  /** What all DAGs have in common: base.yaml. */
  readonly baseConfig: string;
  /** Database, lock, endpoint file and the private folders of inline runs. */
  readonly dataDir: string;
  readonly logDir: string;
}
