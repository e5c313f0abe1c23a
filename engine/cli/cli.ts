import type { Config } from '../config/config.ts';
import { loadLiveConfig, type LiveConfig } from '../config/live-config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { LoadConfigOptions } from '../config/read-settings.ts';
import { passZoneOn } from '../config/system-zone.ts';
import type { ConfigFlags } from '../config/settings-of-flags.ts';
import type { Clock } from '../lib/clock.ts';
import type { Address } from './address.ts';
import type { Output } from './terminal.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly home?: string;
  readonly config?: string;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly raw?: boolean;
  readonly url?: string;
  readonly token?: string;
}

/** Those of commands that take any setting. */
export interface SettingOptions extends GlobalOptions {
  readonly set?: readonly string[];
}

export type Signal = 'SIGINT' | 'SIGTERM';

/** What a command has around it: where it writes, what it was given, how it ends. */
export interface Cli {
  readonly out: Output;
  readonly err: Output;
  /** Whether nobody reads `out` any longer: what only prints may end. */
  readonly isOutputLost: () => boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The engine that was named, if any. Throws CliError for an address that is none. */
  readonly address: () => Address;
  /** Whether `--quiet` asked for results and errors alone. */
  readonly isQuiet: () => boolean;
  /** Asks a question that is answered with yes or no; null where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** Asks for what must not be seen on the screen; null where nobody can be asked. */
  readonly askSecret: ((question: string) => Promise<string>) | null;
  /** All that comes from the standard input. */
  readonly readStdin: () => Promise<string>;
  /** Calls the listener for each request to end, in place of ending; the returned function undoes that. */
  readonly onSignal: (listener: (signal: Signal) => void) => () => void;
  readonly setExitCode: (code: number) => void;
  /** Ends the process at once, whatever still holds it. */
  readonly exit: (code: number) => never;
}

/** What a program is given, before its options are known. */
export type CliContext = Omit<Cli, 'address' | 'isQuiet'>;

/**
 * The settings that hold for this command. What it reads and prints has their time zone from then on, as all that the
 * engine says.
 *
 * @throws StartError that names everything that is wrong, each with its place.
 */
export function configOf(cli: Cli, options: GlobalOptions): Config {
  const config = loadConfig(settingsOptions(cli, options));
  if (!config.isMachineZone) passZoneOn(process.env, config.timezone);
  return config;
}

/** Settings of which some follow config.yaml. */
export function liveConfigOf(cli: Cli, options: SettingOptions, flags: ConfigFlags): LiveConfig {
  return loadLiveConfig(settingsOptions(cli, options, flags));
}

/** Where the settings of a command come from. */
export function settingsOptions(
  { env }: Cli,
  { home, config, debug, set }: SettingOptions,
  flags: ConfigFlags = {},
): LoadConfigOptions {
  return { env, home, config, flags: { ...flags, debug: debug ? 'true' : undefined }, sets: set };
}
