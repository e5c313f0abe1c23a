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
    'A setting comes from a command line option, an environment variable or `config.yaml`, in this order, ' +
      'or has its default. `dagwright config show --sources` shows each value and its source, `dagwright config ' +
      'check` finds errors, `dagwright config path` shows where the file is. A dot in a key means nesting:',
    yaml(sample),
    'The tables list the options of `dagwright server`; `--set KEY=VALUE` sets any key. A variable that is ' +
      'empty counts as unset, and so does a key without a value. `SVC_HOME` or `--home` puts everything into one folder, the home; ' +
      '`SVC_CONFIG` or `--config` selects a file to use instead of its `config.yaml`. Relative paths in it start at its own folder; `/dev/null` has no settings.',
    'Unknown keys and invalid values prevent the start, and are reported with file, line and column. Variables that start with `SVC_` but ' +
      'are not settings cause no error; one that looks like a setting gets a warning in the log.',
    'Without `tz`, the variable `TZ` sets the time zone, as for every program: a name such as `Europe/Berlin`, the path of ' +
      'its file, or a POSIX offset, whose sign is inverted (`GMT+2` is two hours behind UTC). An empty `TZ` means UTC, and so does ' +
      'one that cannot be read exactly: an unknown name, or a POSIX form with daylight saving rules. The log and `dagwright doctor` ' +
      'then say so. Steps get a `TZ` of that zone. Without `TZ`, the time zone of the machine applies.',
    'Settings marked with `*` take effect as soon as you save `config.yaml`, the others after a restart. A file with ' +
      'errors changes nothing, and the log says so.',
  ].join('\n\n');
}

function keyTable(keys: object): string {
  const described = Object.keys(keys).filter(isConfigKey).map(describeKey);
  return table(['Key', 'Variable, option', 'Takes', 'Default', 'Description'], described.map(row));
}

function row({ key, env, flag, takes, default: normal, description, isLive }: KeyDescription) {
  const names = [env, flag].filter(Boolean).map(code).join(', ');
  const usual = normal === '' || normal.startsWith('`') ? normal : code(normal);
  return [`${code(key)}${isLive ? ' \\*' : ''}`, names, takes, usual, description];
}

function refused(): string {
  return [
    '## Refused',
    'These keys, and all keys below them, are errors. They are never ignored.',
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
