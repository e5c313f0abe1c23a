import type { TunnelProvider } from '../config/config.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { StartError } from '../lib/start-error.ts';
import { findProgram } from '../platform/find-program.ts';
import { keepTunnel } from '../platform/tunnel-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Provider {
  readonly args: (target: string) => readonly string[];
  /** Finds the public address in what it prints. */
  readonly address: RegExp;
}

/** Both check no certificate of ours: what they reach is this machine. */
const providers: Readonly<Record<TunnelProvider, Provider>> = {
  cloudflared: {
    args: (target) => [
      ...['tunnel', '--no-autoupdate', '--url', target],
      ...(target.startsWith('https:') ? ['--no-tls-verify'] : []),
    ],
    address: /https:\/\/[a-z0-9-]+\.trycloudflare\.com/,
  },
  tailscale: {
    args: (target) => ['funnel', target.replace(/^https:/, 'https+insecure:')],
    address: /https:\/\/[a-z0-9.-]+\.ts\.net/,
  },
};
const providerNames = ['cloudflared', 'tailscale'] as const satisfies readonly TunnelProvider[];

export interface TunnelProgram {
  readonly provider: TunnelProvider;
  readonly path: string;
}

/**
 * The tunnel program that the settings ask for; null when they ask for none.
 *
 * @throws StartError when it is not installed.
 */
export function findTunnelProgram(
  tunnel: { readonly provider: TunnelProvider | null } | null,
  env: Environment,
): TunnelProgram | null {
  if (tunnel === null) return null;
  const wanted = tunnel.provider === null ? providerNames : [tunnel.provider];
  for (const provider of wanted) {
    const path = findProgram(provider, env['PATH'] ?? '', process.cwd());
    if (path !== null) return { provider, path };
  }
  throw new StartError(
    `A tunnel requires ${wanted.join(' or ')} on the PATH. Install it, or start without a tunnel.`,
  );
}

interface OpenTunnelOptions extends Pick<LiveConfig, 'allowHost'> {
  /** Null: no tunnel is asked for. */
  readonly program: TunnelProgram | null;
  /** Where this server answers, without its base path. */
  readonly target: string;
  readonly basePath: string;
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Logger;
  readonly opened: (url: string) => void;
}

/** Gives the server a public address, and lets it be reached by that. Returns the end. */
export function openTunnel(options: OpenTunnelOptions): () => Promise<void> {
  const { program, target, basePath, env, clock, log, allowHost, opened } = options;
  if (program === null) return () => Promise.resolve();
  const { args, address } = providers[program.provider];
  return keepTunnel({
    program: program.path,
    args: args(target),
    env: withoutSettings(env),
    address,
    clock,
    log: log.with({ tunnel: program.provider }),
    opened: (url) => {
      log.warn('The server can be reached from the internet', { url: url + basePath });
      opened(url + basePath);
      return allowHost(new URL(url).host);
    },
  });
}

/** Our variables may hold secrets, which are none of its business. */
function withoutSettings(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SVC_')));
}
