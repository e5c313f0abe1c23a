import { expect } from 'vitest';
import { stepTypes } from '../../../../engine/steps/registry.ts';
import { graph, type FaultyDefinition } from './faulty-definition.ts';

const known = stepTypes
  .flatMap(({ name, aliases }) => [name, ...aliases])
  .map((word) => `\`${word}\``)
  .join(', ');

/** Definitions that go wrong in their form, and in the fields that say what runs in which order. */
export const faultyForms: readonly FaultyDefinition[] = [
  ['', '[1:1] the file is empty'],
  ['# only a comment\n---\n', '[1:1] the file is empty'],
  ['plain', '[1:1] a DAG must be a map of fields, got the text `plain`'],
  ['- a', '[1:1] a DAG must be a map of fields, got a list'],
  ['descriptoin: x', '[1:1] unknown key `descriptoin`: did you mean `description`?'],
  ['steps: [{comand: b}]', '[1:10] unknown key `comand`: did you mean `command`?'],
  [
    'steps:\n  - echo a: b',
    '[2:5] unknown key `echo a`: put text that contains a colon followed by a space in quotes',
  ],
  ['timeout: 3', '[1:1] unknown key `timeout`: did you mean `timeout_sec`?'],
  ['zzz: 3', '[1:1] unknown key `zzz`'],
  ['__proto__: {name: x}', '[1:1] unknown key `__proto__`'],
  ['constructor: {prototype: {}}', '[1:1] unknown key `constructor`'],
  [
    'steps: [{__proto__: 1, toString: 2, command: a}]',
    '[1:10] unknown key `__proto__`',
    '[1:24] unknown key `toString`',
  ],
  ['maxActiveSteps: 2', '[1:1] unknown key `maxActiveSteps`: did you mean `max_active_steps`?'],
  ['handlerOn: {}', '[1:1] unknown key `handlerOn`: did you mean `handler_on`?'],
  [
    'steps: [{command: a, continueOn: failed}]',
    '[1:22] unknown key `continueOn`: did you mean `continue_on`?',
  ],
  ['steps: [{command: a, dir: /x}]', '[1:22] unknown key `dir`: it was replaced by `working_dir`'],
  [
    'log_output_encoding: latin-one\nsteps: [echo]',
    '[1:22] `log_output_encoding`: unknown encoding `latin-one`. Known are encodings that write ASCII as it is, such as `utf-8`, `windows-1252`, `iso-8859-15`, `shift_jis` and `gbk`',
  ],
  [
    'steps: [{command: ls, log_output_encoding: gkb}]',
    '[1:44] `log_output_encoding`: unknown encoding `gkb`: did you mean `gbk`?',
  ],
  ['steps: [{run: x}]', '[1:10] unknown key `run`: it was replaced by `call`'],
  ['steps: [{run: ./x.yaml}]', '[1:10] unknown key `run`: it was replaced by `call`'],
  ['steps: [{run: ./x --all}]', '[1:10] unknown key `run`: it was replaced by `command`'],
  ['steps: [{run: [ls, df]}]', '[1:10] unknown key `run`: it was replaced by `command`'],
  [
    'steps: [{executor: x}]',
    '[1:10] unknown key `executor`: it was replaced by `type` and `config`',
  ],
  [
    'steps: [{command: a, precondition: x}]',
    '[1:22] unknown key `precondition`: it was replaced by `preconditions`',
  ],
  ['name: a\ndescription: b\nname: c', '[3:1] key `name` is already defined at line 1, column 1'],
  ['? [a]\n: b', '[1:3] a key must be plain text'],
  [
    'name: bad name!',
    '[1:7] `name`: `bad name!` is not a valid name for a DAG. A name has 1 to 40 characters: letters, digits, dashes, dots and underscores.',
  ],
  ['max_active_steps: x', '[1:19] `max_active_steps` must be an integer, got the text `x`'],
  ['max_active_steps: 1.5', '[1:19] `max_active_steps` must be an integer, got `1.5`'],
  ['max_active_steps: "2"', '[1:19] `max_active_steps` must be an integer, got the text `2`'],
  ['max_active_steps: 1e3', '[1:19] `max_active_steps` must be an integer, got `1e3`'],
  ['max_active_steps: [1]', '[1:19] `max_active_steps` must be an integer, got a list'],
  ['max_active_steps: 0', '[1:19] `max_active_steps` must not be less than 1, got `0`'],
  [
    'max_active_steps: 99999999999999999999',
    '[1:19] `max_active_steps` must not be more than 2147483647, got `99999999999999999999`',
  ],
  [
    'timeout_sec: -1\ndelay_sec: -1',
    '[1:14] `timeout_sec` must not be less than 0, got `-1`',
    '[2:12] `delay_sec` must not be less than 0, got `-1`',
  ],
  ['hist_retention_days: -2', '[1:22] `hist_retention_days` must not be less than -1, got `-2`'],
  ['description: {a: b}', '[1:14] `description` must be text, got a map'],
  ['type: grpah', '[1:7] `type` must be `chain` or `graph`, got the text `grpah`'],
  ['log_output: both', '[1:13] `log_output` must be `separate` or `merged`, got the text `both`'],
  ['shell: ""', '[1:8] `shell` must name a program'],
  [
    'tags: [ok, -lead, "env=pr@d"]',
    expect.stringContaining('[1:12] the tag `-lead`'),
    expect.stringContaining('[1:19] the tag `env=pr@d`'),
  ],
  ['tags: {k: [a]}', '[1:11] the value of the tag `k` must be text, got a list'],
  ['env: A=1', '[1:6] `env` must be a map or a list of `NAME: value`, got `A=1`'],
  ['env: [A]', '[1:7] `env` entries are written `NAME=value`, got `A`'],
  ['env: {"A B": 1}', '[1:7] `A B` in `env` is not a valid variable name'],
  [
    'env:\n  - X={"a": 1}',
    '[2:5] `X={"a"` in `env` is not a valid variable name: put text that contains a colon followed by a space in quotes',
  ],
  [
    'params:\n  - X={"a": 1}',
    '[2:5] `X={"a"` in `params` is not a valid parameter name: put text that contains a colon followed by a space in quotes',
  ],
  ['env: {A: [1]}', '[1:10] the value of `A` in `env` must be text, got a list'],
  ['env: [[A]]', '[1:7] `env` holds a list where `NAME: value` belongs'],
  ['env: {A: "\\0"}', '[1:10] NUL characters and halves of surrogate pairs are not allowed'],
  ['env: {A: "\\ud800"}', '[1:10] NUL characters and halves of surrogate pairs are not allowed'],
  [`params: 'A="x'`, '[1:9] `params`: the quote " is not closed'],
  ['params: {1: a, A: 1}', '[1:10] `1` in `params` is not a valid parameter name'],
  ['params: [A: 1, A: 2]', '[1:16] the parameter `A` is defined twice'],
  [
    'schedule: "5 4"',
    '[1:11] `schedule`: `5 4` has 2 fields; it needs 5 (minute hour day month weekday)',
  ],
  [
    'schedule: "* * * * * *"',
    '[1:11] `schedule`: `* * * * * *` has 6 fields; it needs 5 (minute hour day month weekday)',
  ],
  [
    'schedule: "@hourli"',
    '[1:11] `schedule`: `@hourli` has the unknown short form `@hourli`: use @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, @reboot, or five fields (minute hour day month weekday)',
  ],
  [
    'schedule: TZ=UTC 0 0 * * *',
    '[1:11] `schedule`: `TZ=UTC 0 0 * * *` names its time zone in another way: did you mean `CRON_TZ=UTC 0 0 * * *`?',
  ],
  [
    'schedule: "61 3 * * *"',
    '[1:11] `schedule`: `61 3 * * *` has the invalid minute `61`: use 0 to 59',
  ],
  ['schedule: "0 0 30 2 *"', '[1:11] `schedule`: `0 0 30 2 *` never fires'],
  ['schedule: "0 0 L-2 * *"', '[1:11] `schedule`: `0 0 L-2 * *` has the invalid field `L-2`'],
  [
    'schedule: CRON_TZ=Nope/X 0 0 * * *',
    '[1:11] `schedule`: `CRON_TZ=Nope/X 0 0 * * *` has the unknown time zone `Nope/X`',
  ],
  [
    'catchup_window: 6',
    '[1:17] `catchup_window` must be a duration such as `6h` or `2d12h`, got `6`',
  ],
  [
    'catchup_window: 6 hours',
    '[1:17] `catchup_window` must be a duration such as `6h` or `2d12h`, got the text `6 hours`',
  ],
  [
    'catchup_window: [1h]',
    '[1:17] `catchup_window` must be a duration such as `6h` or `2d12h`, got a list',
  ],
  ['catchup_window: 0h', '[1:17] `catchup_window` must be longer than 0, got the text `0h`'],
  [
    'overlap_policy: newest',
    '[1:17] `overlap_policy` must be `skip`, `all`, `latest`, got the text `newest`',
  ],
  ['jitter_sec: -1', '[1:13] `jitter_sec` must not be less than 0, got `-1`'],
  ['jitter_sec: 1.5', '[1:13] `jitter_sec` must be an integer, got `1.5`'],
  ['jitter_sec: 5m', '[1:13] `jitter_sec` must be an integer, got the text `5m`'],
  ['jitter_sec: 86401', '[1:13] `jitter_sec` must not be more than 86400, got `86401`'],
  ['restart_wait_sec: -1', '[1:19] `restart_wait_sec` must not be less than 0, got `-1`'],
  ['skip_if_successful: 1', '[1:21] `skip_if_successful` must be true or false, got `1`'],
  [
    'queue: a b',
    '[1:8] `queue`: `a b` is not a valid name for a queue. A name has 1 to 40 characters: letters, digits, dashes, dots and underscores.',
  ],
  ['max_active_runs: two', '[1:18] `max_active_runs` must be an integer, got the text `two`'],
  ['schedule: {strat: "* * * * *"}', '[1:12] unknown key `strat`: did you mean `start`?'],
  [
    'schedule: {stop: [1]}',
    '[1:19] `schedule` `stop`: `1` has 1 field; it needs 5 (minute hour day month weekday)',
  ],
  ['steps: run', '[1:8] `steps` must be a list or a map of steps, got the text `run`'],
  ['steps: [{}]', '[1:9] the step requires a `command` or a `script`'],
  ['steps: [{command: []}]', '[1:9] the step requires a `command` or a `script`'],
  ['steps: [{command: [a, " "]}]', '[1:23] `command` must not be empty'],
  ['steps: [{command: [a, [b]]}]', '[1:23] `command` must be text or a list of texts, got a list'],
  [
    'steps: [{command: [a, b], script: c}]',
    '[1:19] with a `script`, `command` is its interpreter and must be a single text',
  ],
  ['steps: [[[a]]]', '[1:10] `steps` has a list instead of a step or a command'],
  [
    'steps: [{name: a, command: x}, {name: a, command: y}]',
    '[1:39] the step name `a` is already used at line 1, column 16',
  ],
  [
    'steps: {a: {command: x, name: b}}',
    '[1:31] `name` differs from the key `a` that names the step',
  ],
  [
    `steps: [{name: ${'x'.repeat(41)}, command: x}]`,
    '[1:16] `name` must have at most 40 characters, got 41',
  ],
  [
    'steps: [{name: ../up, command: x}]',
    '[1:16] `name` must not contain `..` as a path, got `../up`',
  ],
  [
    'steps: [{name: a\\..\\b, command: x}]',
    '[1:16] `name` must not contain `..` as a path, got `a\\..\\b`',
  ],
  ['steps: [{name: ., command: x}]', '[1:16] `name` must not be `.`, which no URL can contain'],
  [
    'steps: [{name: "a\\nb", command: x}]',
    '[1:16] `name` must not contain line breaks or other control characters',
  ],
  ['steps: [{name: "", command: x}]', '[1:16] `name` must not be empty'],
  [
    'steps: [{id: 1-x, command: x}]',
    '[1:14] `id` must start with a letter and contain only letters, digits, `_` or `-`, got `1-x`',
  ],
  ['steps: [{id: env, command: x}]', '[1:14] `id` must not be the reserved word `env`'],
  [
    'steps: [{id: a, command: x}, {id: a, command: y}]',
    '[1:35] the step id `a` is already used at line 1, column 14',
  ],
  [
    'steps: [{id: b, command: x}, {name: b, command: y}]',
    '[1:14] the id `b` is the name of another step, at line 1, column 37',
  ],
  [
    'steps: [{command: x, signal_on_stop: SIGTREM}]',
    '[1:38] `signal_on_stop`: unknown signal `SIGTREM`: did you mean `SIGTERM`?',
  ],
  [
    'steps: [{command: x, output: "${X}"}]',
    '[1:30] `output` must be the name of a variable (letters, digits and underscores, not starting with a digit), got `${X}`',
  ],
  ['steps: [{command: x, output: {key: a}}]', '[1:30] `name` is required in `output`'],
  [
    'steps: [{command: x, output: {name: A, omit: 1}}]',
    '[1:46] `omit` must be true or false, got `1`',
  ],
  [
    'steps: [{type: shel, command: x}]',
    `[1:16] \`type\`: unknown step type \`shel\`: did you mean \`shell\`? The types are ${known}`,
  ],
  [
    'steps: [a, {command: x, depends: cmd_1}]',
    '[1:25] `depends` requires `type: graph`; the steps of a chain run in order',
  ],
  [
    graph('{name: one, command: a, depends: two}', '{name: tow, command: b}'),
    '[3:38] step `one` depends on the unknown step `two`: did you mean `tow`?',
  ],
  [graph('{name: one, command: a, depends: [one]}'), '[3:39] step `one` depends on itself'],
  [
    graph(
      '{name: a, command: a, depends: c}',
      '{name: b, command: a, depends: a}',
      '{name: c, command: a, depends: b}',
    ),
    '[3:36] the steps depend on each other in a cycle: a → c → b → a',
  ],
  ['a: &a [*a]', '[1:1] unknown key `a`', '[1:8] the alias `*a` has no anchor'],
  ['name: !secret x', '[1:7] the YAML tag `!secret` is not supported'],
  [
    'name: x\n---\nsteps: [a]\n---\nname: x',
    '[3:1] a DAG after `---` requires a `name`',
    '[5:7] the name `x` is already used by the DAG at line 1, column 7',
  ],
  ['name: a\u0007', '[1:8] the character U+0007 is not allowed in YAML'],
];
