import { stepTypes } from '../../../../engine/steps/registry.ts';
import { graph, step, type FaultyDefinition } from './faulty-definition.ts';

const withConfig = stepTypes
  .filter(({ takes }) => takes.includes('config'))
  .map(({ name }) => `\`${name}\``)
  .join(', ');

const sort = (routes: string) => `{name: sort, type: router, value: x, routes: ${routes}}`;

/** Definitions that go wrong in the rules of when a step runs, in calls, routers, gates, handlers and secrets. */
export const faultyRules: readonly FaultyDefinition[] = [
  ['preconditions: [[a]]', '[1:17] `preconditions` has a list instead of a command or a map'],
  [
    'preconditions: 5',
    '[1:16] `preconditions` must be a command, a map or a list of them, got `5`; put a command with that name in quotes',
  ],
  [
    'preconditions: [a, true]',
    '[1:20] `preconditions` must be a command, a map or a list of them, got `true`; put a command with that name in quotes',
  ],
  [
    step('preconditions: 1.5'),
    '[1:37] `preconditions` must be a command, a map or a list of them, got `1.5`; put a command with that name in quotes',
  ],
  ['preconditions: [~]', '[1:17] `preconditions` has nothing instead of a command or a map'],
  ['preconditions: [{expected: a}]', '[1:17] `condition` is required in `preconditions`'],
  ['preconditions: {conditon: a}', '[1:17] unknown key `conditon`: did you mean `condition`?'],
  ['preconditions: {condition: " "}', '[1:28] `condition` must not be empty'],
  ['preconditions: ""', '[1:16] `preconditions` must not be empty'],
  [
    'preconditions: {condition: a, expected: "re:("}',
    '[1:41] `expected`: invalid expression "(": missing closing ): (',
  ],
  [
    step('preconditions: [{condition: a, negate: maybe}]'),
    '[1:61] `negate` must be true or false, got the text `maybe`',
  ],
  [
    step('continue_on: fail'),
    '[1:35] `continue_on` must be `failed`, `failure`, `skipped`, got the text `fail`',
  ],
  [step('continue_on: [failed]'), '[1:35] `continue_on` must be a map, got a list'],
  [step('continue_on: {exit_code: -1}'), '[1:47] `exit_code` must not be less than 0, got `-1`'],
  [
    step('continue_on: {exit_code: [1, x]}'),
    '[1:51] `exit_code` must be an integer, got the text `x`',
  ],
  [
    step('continue_on: {output: [ok, "re:["]}'),
    '[1:49] `output`: invalid expression "[": missing closing ]: [',
  ],
  [
    step('continue_on: {markSuccess: true}'),
    '[1:36] unknown key `markSuccess`: did you mean `mark_success`?',
  ],
  [step('retry_policy: 3'), '[1:36] `retry_policy` must be a map, got `3`'],
  [
    step('retry_policy: {}'),
    '[1:36] `limit` is required in `retry_policy`',
    '[1:36] `interval_sec` is required in `retry_policy`',
  ],
  [step('retry_policy: {interval_sec: 1}'), '[1:36] `limit` is required in `retry_policy`'],
  [
    step('retry_policy: {limit: 1.5, interval_sec: 1}'),
    '[1:44] `limit` must be an integer, got `1.5`',
  ],
  [
    step('retry_policy: {limit: 1, interval_sec: -1}'),
    '[1:61] `interval_sec` must not be less than 0, got `-1`',
  ],
  ...['1', '1.0', '0.5', '1e999', '.inf', '.nan', '-2'].map((factor): FaultyDefinition => [
    step(`retry_policy: {limit: 1, interval_sec: 1, backoff: ${factor}}`),
    `[1:73] \`backoff\` must be true, false or a number greater than 1.0, got \`${factor}\``,
  ]),
  [
    step('retry_policy: {limit: 1, interval_sec: 1, backoff: "2"}'),
    '[1:73] `backoff` must be true, false or a number greater than 1.0, got the text `2`',
  ],
  [
    step('repeat_policy: {repeat: forever}'),
    '[1:46] `repeat` must be `while` or `until`, got the text `forever`',
  ],
  [
    step('repeat_policy: {interval_sec: 1}'),
    '[1:37] `repeat_policy` requires `repeat`, a `condition` or an `exit_code`',
  ],
  [
    step('retry_policy: {limit: "${A} ", interval_sec: x$Y}'),
    '[1:67] `interval_sec` must be an integer, got the text `x$Y`',
  ],
  [step('repeat_policy: {repeat: while, expected: a}'), '[1:53] `expected` requires a `condition`'],
  [
    step('repeat_policy: {condition: a, expected: "re:*"}'),
    '[1:62] `expected`: invalid expression "*": missing argument to repetition operator: *',
  ],
  [step('parallel: [a]'), '[1:22] `parallel` needs a `call`'],
  [
    'steps: [{call: a, parallel: ""}]',
    '[1:29] `parallel` must be a list or the name of a variable, got the text ``',
  ],
  ['steps: [{call: a, parallel: {max_concurrent: 2}}]', '[1:29] `items` is required in `parallel`'],
  [
    'steps: [{call: a, parallel: {items: [a], max_concurrent: 0}}]',
    '[1:58] `max_concurrent` must not be less than 1, got `0`',
  ],
  [
    `steps: [{call: a, parallel: [${Array(1001).fill('x').join(', ')}]}]`,
    '[1:29] `parallel` can have at most 1000 items, got 1001',
  ],
  ['steps: [{call: ""}]', '[1:16] `call` must not be empty'],
  ['steps: [{type: dag}]', '[1:9] the step requires a `call` or a `command`'],
  [
    'steps: [{call: a, command: b}]',
    '[1:19] `command` cannot be combined with `call`: both name the DAG to run',
  ],
  [
    'steps: [{type: dag, command: [a, b]}]',
    '[1:30] `command` of `type: dag` must be the name of one DAG',
  ],
  ['steps: [{call: a, script: b}]', '[1:19] `script` cannot be combined with `call`'],
  [
    'steps: [{type: shell, command: a, call: b}]',
    '[1:35] `call` cannot be combined with `type: shell`',
  ],
  [step('params: X=1'), '[1:22] `params` needs a `call` or `type: gha`'],
  [`steps: [{call: a, params: 'X="1'}]`, '[1:27] `params`: the quote " is not closed'],
  ['steps: [{call: a, params: "{x"}]', '[1:27] `params` starts like JSON but is not valid JSON'],
  ['steps: [{call: a, params: {1x: 1}}]', '[1:28] `1x` in `params` is not a valid parameter name'],
  ['steps: [{call: a, params: [X: 1, X: 2]}]', '[1:34] the parameter `X` is given twice'],
  [
    'steps: [{call: a, params: {X: [1]}}]',
    '[1:31] the value of `X` in `params` must be text, got a list',
  ],
  [step('routes: {a: b}'), '[1:22] `routes` needs `type: router`'],
  [step('value: x'), '[1:22] `value` needs `type: router`'],
  [step('config: {prompt: x}'), `[1:22] \`config\` needs a \`type\` that takes it: ${withConfig}`],
  [
    'steps: [a, {type: router, value: x, routes: {x: cmd_1}}]',
    '[1:37] `routes` requires `type: graph`; the steps of a chain all run in order',
  ],
  [
    graph('{type: router, routes: {x: a}}', '{name: a, command: a}'),
    '[3:5] a step of `type: router` requires `value`',
  ],
  [graph('{type: router, value: x}'), '[3:5] a step of `type: router` requires `routes`'],
  [
    graph('{type: router, value: x, routes: {}}'),
    '[3:5] a step of `type: router` requires `routes`',
  ],
  [
    graph('{type: router, value: "", routes: {x: a}}', '{name: a, command: a}'),
    '[3:27] `value` must not be empty',
  ],
  [
    graph(
      '{name: sort, type: router, value: x, routes: {x: b}, script: c}',
      '{name: b, command: a}',
    ),
    '[3:58] `script` cannot be combined with `type: router`',
  ],
  [
    graph(sort('[a]'), '{name: a, command: a}'),
    '[3:50] `routes` must be a map of patterns to steps, got a list',
  ],
  [graph(sort('{x: []}')), '[3:54] the route `x` has no step'],
  [graph(sort('{x: {y: z}}')), '[3:54] the route `x` must be text or a list of texts, got a map'],
  [
    graph(sort('{"re:(": a}'), '{name: a, command: a}'),
    '[3:51] `routes`: invalid expression "(": missing closing ): (',
  ],
  [
    graph(sort('{x: bok}'), '{name: book, command: a}'),
    '[3:54] the router `sort` routes to the unknown step `bok`: did you mean `book`?',
  ],
  [graph(sort('{x: sort}')), '[3:54] the router `sort` routes to itself'],
  [
    graph(sort('{x: a, y: [a]}'), '{name: a, command: a}'),
    '[3:61] the router `sort` routes to `a` twice',
  ],
  [
    graph(
      '{name: sort, type: router, value: x, routes: {x: a}, depends: a}',
      '{name: a, command: a}',
    ),
    '[3:67] the steps depend on each other in a cycle: sort → a → sort',
  ],
  ['steps: [{type: hitl, command: a}]', '[1:22] `command` cannot be combined with `type: hitl`'],
  [
    'steps: [{type: hitl, output: A, repeat_policy: {repeat: until}}, {type: hitl, retry_policy: {limit: 1, interval_sec: 0}}]',
    '[1:22] `output` cannot be combined with `type: hitl`: an approval sets the variables of `input`',
    '[1:33] `repeat_policy` cannot be combined with `type: hitl`: a decision is final',
    '[1:79] `retry_policy` cannot be combined with `type: hitl`: a decision is final',
  ],
  ['steps: [{type: hitl, config: x}]', '[1:30] `config` must be a map, got the text `x`'],
  [
    'steps: [{type: hitl, config: {promt: x}}]',
    '[1:31] unknown key `promt`: did you mean `prompt`?',
  ],
  [
    'steps: [{type: hitl, config: {input: [A], required: [A, B]}}]',
    '[1:53] required field `B` is not in `input`',
  ],
  ['steps: [{type: hitl, config: {input: [A, A]}}]', '[1:42] `input` names `A` twice'],
  [
    'steps: [{type: hitl, config: {input: [a-b]}}]',
    '[1:39] `input` must be the name of a variable (letters, digits and underscores, not starting with a digit), got `a-b`',
  ],
  ['handler_on: [a]', '[1:13] `handler_on` must be a map of events to steps, got a list'],
  ['handler_on: {succes: a}', '[1:14] unknown key `succes`: did you mean `success`?'],
  ['handler_on: {cancel: a}', '[1:14] unknown key `cancel`: it was replaced by `abort`'],
  [
    'handler_on: {exit: [a]}',
    '[1:20] the handler `exit` has a list instead of a step or a command',
  ],
  ['handler_on: {exit: {name: x}}', '[1:20] the step requires a `command` or a `script`'],
  ['handler_on: {exit: {command: a, depends: b}}', '[1:33] `depends` is not allowed in a handler'],
  ['handler_on: {exit: {type: hitl}}', '[1:27] a handler cannot have `type: hitl`'],
  [
    'handler_on: {exit: {type: router, value: x, routes: {x: a}}}',
    '[1:27] a handler cannot have `type: router`',
  ],
  [
    'handler_on: {init: {id: a, command: x}, exit: {id: a, command: x}}',
    '[1:52] the id `a` is already used by the handler `init`',
  ],
  [
    'handler_on: {exit: {id: a, command: x}}\nsteps: [{id: a, command: x}, {name: onExit, command: x}]',
    '[2:14] the id `a` is already used by the handler `exit`',
    '[2:37] the name `onExit` is already used by the handler `exit`',
  ],
  ['secrets: {A: b}', '[1:10] `secrets` must be a list of maps, got a map'],
  ['secrets: [A]', '[1:11] `secrets` must be a map, got the text `A`'],
  [
    'secrets: [{name: A}]',
    '[1:11] `provider` is required in `secrets`',
    '[1:11] `key` is required in `secrets`',
  ],
  [
    'secrets: [{name: A, provider: vault, key: k}]',
    '[1:31] `provider` must be `env` or `file`, got the text `vault`',
  ],
  [
    'secrets: [{name: A B, provider: env, key: k}]',
    '[1:18] `A B` in `name` is not a valid variable name',
  ],
  ['secrets: [{name: A, provider: env, key: ""}]', '[1:41] `key` must not be empty'],
  [
    'secrets: [{name: A, provider: env, key: k}, {name: A, provider: file, key: l}]',
    '[1:45] the secret `A` is defined twice',
  ],
  [
    'secrets: [{name: A, provider: env, key: k, options: {trim: true}}]',
    '[1:54] the provider `env` has no option `trim`',
  ],
  [
    'secrets: [{name: A, provider: file, key: k, options: {mode: x}}]',
    '[1:55] the provider `file` has no option `mode`',
  ],
  [
    'secrets: [{name: A, provider: file, key: k, options: {trim: x}}]',
    '[1:61] `trim` must be `true` or `false`, got the text `x`',
  ],
  ['dotenv: {a: b}', '[1:9] `dotenv` must be text or a list of texts, got a map'],
  ['dotenv: [a, ""]', '[1:13] `dotenv` must name a file, or be `[]` for none'],
  ['run_config: true', '[1:13] `run_config` must be a map, got `true`'],
  [
    'run_config: {disable_param_edit: 1}',
    '[1:34] `disable_param_edit` must be true or false, got `1`',
  ],
  [
    'name: a\n---\nname: b\nsteps: [{command: x, retry_policy: 1}]',
    '[4:36] `retry_policy` must be a map, got `1`',
  ],
  [
    'container: box\nssh: {host: h, user: u}\nsteps: [ls]',
    '[1:1] `container` cannot be combined with `ssh`',
  ],
  ['container: {user: root}\nsteps: [ls]', '[1:12] a container requires `image` or `exec`'],
  [
    'container: {image: i, volumes: ["./a:/a", /data], ports: ["80:x"]}\nsteps: [ls]',
    '[1:43] a volume must be `HOST:CONTAINER`, such as `./data:/data`, got: /data',
    '[1:59] a port must be `HOST:CONTAINER`, such as `8080:80`, got: 80:x',
  ],
  [
    'steps: [{container: {image: i, volumes: "/a:b:/data:z"}, command: ls}]',
    '[1:41] a volume whose path holds a colon can only be `ro` or `rw`, got: /a:b:/data:z',
  ],
  [
    'container: box\nsteps: [{type: docker}]',
    '[2:9] the step requires a `command` or a `container` or a `config`',
  ],
  [
    'steps: [{type: docker, command: ls}]',
    '[1:9] a step of `type: docker` requires a `container` or a `config`, or `container` of the DAG',
  ],
  [
    'registry_auths: here\nsteps: [ls]',
    '[1:17] `registry_auths` must be a map of registries, got the text `here`',
  ],
  [
    'registry_auths: {here: {username: ada}}\nsteps: [ls]',
    '[1:24] `password` is required in `registry_auths`: `here`',
  ],
  [
    'otel: {enabled: true, endpoint: "ftp://host:4317"}\nsteps: [ls]',
    '[1:33] `endpoint` must start with `http://` or `https://`, or for gRPC with `grpc://` or `grpcs://`, or be `host:port`, got `ftp://host:4317`',
  ],
];
