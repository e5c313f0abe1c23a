import { describeKey, type KeyDescription } from '../../config/describe-key.ts';
import type { Cli } from '../cli.ts';
import { json } from '../print/json.ts';
import { selectKeys } from '../select-keys.ts';
import type { ConfigOptions } from './check-config.ts';

/** Prints the reference of the settings. */
export function listConfigKeys(cli: Cli, key: string | undefined, options: ConfigOptions): void {
  const keys = selectKeys(key).map(describeKey);
  cli.out.write(options.format === 'json' ? json(keys) : keys.map(entry(cli)).join('\n'));
}

function entry({ out }: Cli): (key: KeyDescription) => string {
  const { bold, dim } = out.colors;
  return ({ key, env, flag, takes, default: normal, description, isLive }) => {
    const names = [env, flag].filter(Boolean).join(', ');
    const usual = normal === '' ? '' : `; default: ${normal}`;
    const when = isLive ? '; takes effect without a restart' : '';
    return `${bold(key)}  ${dim(names)}\n    ${description}\n    ${dim(`${takes}${usual}${when}`)}\n`;
  };
}
