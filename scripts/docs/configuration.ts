import { join } from 'node:path';
import { configKeyGroups, isConfigKey } from '../../engine/config/config-keys.ts';
import { describeKey, type KeyDescription } from '../../engine/config/describe-key.ts';
import { listRefusedKeys, refusal } from '../../engine/config/refused-keys.ts';
import { code, table, yaml } from './markdown.ts';

export const configurationFile = join(import.meta.dirname, '../../resources/docs/configuration.md');

/** What the file holds when it is up to date. */
export function configurationText(): string {
  const sections = [
    introduction(),
    ...configKeyGroups.flatMap(({ title, keys }) => [`## ${title}`, keyTable(keys)]),
    refused(),
  ];
  return `${sections.join('\n\n')}\n`;
}

const sample = `port: 8080
queues:
  config:
    - name: night
      max_concurrency: 2
auth:
  mode: builtin
`;

function introduction(): string {
  return [
    '# Settings',
    '<!-- Written by `node scripts/docs.ts`. Change the tables of engine/config/keys in its place. -->',
    'A setting comes from an option of the command line, else from a variable of the environment, else from `config.yaml`, ' +
      'else it has its default. `dagwright config show --sources` prints what holds and where it comes from, `dagwright config ' +
      'check` what is wrong, `dagwright config path` where the file is. A dot in a key stands for nesting:',
    yaml(sample),
    'Every option of `dagwright server` that is a setting is named below; `--set KEY=VALUE` takes any key. A variable that is ' +
      'empty counts as unset, and so does a key without a value. `SVC_HOME` or `--home` puts everything below one folder, the home; ' +
      '`SVC_CONFIG` or `--config` names a file to read in place of its `config.yaml`, in which relative paths start at its own folder; `/dev/null` is one without settings.',
    'Unknown keys and wrong values stop the start, each with its file, line and column. Variables that begin with `SVC_` and ' +
      'are no settings are your own, and reach the steps; one that looks like a setting gets a warning in the log.',
    'Where `tz` is left out, the variable `TZ` says the zone, as it does for every program: a name such as `Europe/Berlin`, the path of ' +
      'its file, or an offset in the form of POSIX, whose sign is turned round (`GMT+2` is two hours behind UTC). An empty `TZ` is UTC, and so is ' +
      'one that cannot be read exactly: an unknown name, or a form of POSIX with rules for summer time. The log and `dagwright doctor` ' +
      'then say so. Steps get a `TZ` of that zone. Without `TZ` it is the zone of the machine.',
    'Settings marked with `*` hold as soon as `config.yaml` is saved; the others after a restart. A file that is saved with a ' +
      'mistake changes nothing, and the log says so.',
  ].join('\n\n');
}

function keyTable(keys: object): string {
  const described = Object.keys(keys).filter(isConfigKey).map(describeKey);
  return table(['Key', 'Variable, option', 'Takes', 'Default', 'What it does'], described.map(row));
}

function row({ key, env, flag, takes, default: normal, description, isLive }: KeyDescription) {
  const names = [env, flag].filter(Boolean).map(code).join(', ');
  const usual = normal === '' || normal.startsWith('`') ? normal : code(normal);
  return [`${code(key)}${isLive ? ' \\*' : ''}`, names, takes, usual, description];
}

function refused(): string {
  return [
    '## Refused',
    'These keys are refused by name, never ignored, and so is what lies below them.',
    table(
      ['Key', 'Variable', 'Why'],
      listRefusedKeys().map((key) => [
        code(key.key),
        code(key.env.endsWith('_') ? `${key.env}…` : key.env),
        `${refusal(key)}${key.harmless === undefined ? '' : `; ${code(key.harmless)} is accepted`}`,
      ]),
    ),
  ].join('\n\n');
}
