import fc from 'fast-check';

type Pairs = readonly (readonly [key: string, value: string])[];

const word = fc.constantFrom('a', 'yes please', '${X}', '1', '1.50', 'true', '`date`', 'ü');
const quotedWord = word.map((text) => JSON.stringify(text));
const bare = fc.constantFrom('a', '1', '1.50', 'true', 'x-y');
const text = fc.oneof(bare, quotedWord);
const integer = fc.nat(1000).map(String);
const flag = fc.constantFrom('true', 'false');
const nothing = fc.constantFrom('', '~', 'null');
const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
const oneOrList = (item: fc.Arbitrary<string>) => fc.oneof(item, list(item));

/** A map in flow style; keys with nothing in them are as good as absent. */
function map(fields: Readonly<Record<string, fc.Arbitrary<string>>>, required: string[] = []) {
  const optional = Object.keys(fields).filter((key) => !required.includes(key));
  return fc.subarray(optional).chain((chosen) => {
    const keys = [...required, ...chosen];
    const values = keys.map((key) => {
      const value = fields[key] ?? nothing;
      return required.includes(key) ? value : fc.oneof({ weight: 9, arbitrary: value }, nothing);
    });
    return fc.tuple(...values).map((read) => keys.map((key, at) => [key, read[at] ?? ''] as const));
  });
}

const flow = (pairs: Pairs) => `{${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
const flowMap = (...args: Parameters<typeof map>) => map(...args).map(flow);

const assignments = fc.oneof(
  flowMap({ A: text, B: text }),
  list(flowMap({ A: text }, ['A'])),
  list(fc.constantFrom('A=1', '"B=x y"')),
);
const pattern = fc.oneof(text, fc.constant('"re:^a+$"'));
const condition = flowMap({ condition: text, expected: pattern, negate: flag }, ['condition']);
const preconditions = fc.oneof(quotedWord, condition, list(fc.oneof(quotedWord, condition)));
const exitCode = oneOrList(integer);
const numberOrReference = fc.oneof(integer, fc.constantFrom('"3"', '$X', '"${X.a}"'));
const pause = {
  backoff: fc.constantFrom('true', 'false', '1.5', '3'),
  max_interval_sec: integer,
};
const anyGate = {
  description: text,
  working_dir: text,
  stdout: text,
  stderr: text,
  env: assignments,
  log_output: fc.constantFrom('separate', 'merged'),
  signal_on_stop: fc.constantFrom('SIGINT', 'SIGTERM'),
  timeout_sec: integer,
  preconditions,
  continue_on: fc.oneof(
    fc.constantFrom('failed', 'skipped'),
    flowMap({
      failure: flag,
      skipped: flag,
      exit_code: exitCode,
      output: oneOrList(pattern),
      mark_success: flag,
    }),
  ),
};
const anyStep = {
  ...anyGate,
  output: fc.constantFrom('OUT', '$OUT', '{name: OUT}', '{name: OUT, key: k, omit: true}'),
  retry_policy: flowMap(
    { limit: numberOrReference, interval_sec: numberOrReference, exit_code: exitCode, ...pause },
    ['limit', 'interval_sec'],
  ),
  repeat_policy: flowMap(
    { repeat: fc.constantFrom('while', 'until', 'true', 'false'), limit: integer, ...pause },
    ['repeat'],
  ),
};
const item = fc.oneof(
  text,
  fc.constantFrom('~', '1.50', 'true'),
  list(text),
  flowMap({ a: text, b: list(text) }),
);
const shellStep = flowMap(
  {
    command: oneOrList(text).filter((one) => one !== '[]'),
    shell: text,
    type: fc.constantFrom('shell', 'command'),
    ...anyStep,
  },
  ['command'],
);
const callStep = flowMap(
  {
    call: text,
    type: fc.constant('dag'),
    params: fc.oneof(fc.constant('"X=1 y"'), flowMap({ X: text })),
    parallel: fc.oneof(
      list(item),
      fc.constant('"${X}"'),
      flowMap({ items: list(item), max_concurrent: integer.map((n) => `${n}1`) }, ['items']),
    ),
    ...anyStep,
  },
  ['call'],
);
const gateStep = flowMap(
  {
    type: fc.constant('hitl'),
    config: flowMap({ prompt: text, input: fc.constantFrom('[A, B]', 'A') }),
    ...anyGate,
  },
  ['type'],
);
const step = fc.oneof(text, shellStep, callStep, gateStep);
const handler = fc.oneof(text, shellStep, callStep);
const routed = fc.constant(
  '[{name: r, type: router, value: x, routes: {x: one, "re:^y": [two]}}, {name: one, command: a}, {name: two, command: b, depends: [one]}]',
);

const root = {
  description: text,
  group: text,
  tags: fc.constantFrom('a', '5', '[a, b=c]', '{a: b}', '"a b"'),
  schedule: fc.constantFrom('"0 3 * * *"', '["0 3 * * *"]', '{start: "0 3 * * *", stop: }'),
  skip_if_successful: flag,
  restart_wait_sec: integer,
  catchup_window: fc.constantFrom('6h', '2d12h', '"1.5h"', '500ms'),
  overlap_policy: fc.constantFrom('skip', 'all', 'latest'),
  jitter_sec: fc.integer({ min: 0, max: 86_400 }).map(String),
  queue: bare,
  max_active_runs: integer,
  params: fc.constantFrom('a', '5', 'true', '[A: 1, b]', '{A: 1, B: }'),
  env: assignments,
  dotenv: oneOrList(bare),
  secrets: fc.constantFrom(
    '[]',
    '[{name: A, provider: env, key: K}, {name: B, provider: file, key: f, options: {trim: "false"}}]',
  ),
  preconditions,
  run_config: flowMap({ disable_param_edit: flag, disable_run_id_edit: flag }),
  working_dir: text,
  shell: text,
  log_dir: text,
  log_output: fc.constantFrom('separate', 'merged'),
  hist_retention_days: integer,
  max_active_steps: integer.map((n) => `${n}1`),
  timeout_sec: integer,
  delay_sec: integer,
  max_clean_up_time_sec: integer,
  max_output_size: integer,
  handler_on: flowMap({ init: handler, success: handler, failure: handler, exit: handler }),
};

const block = (pairs: Pairs) => pairs.map(([key, value]) => `${key}: ${value}\n`).join('');
const chainSteps = fc.oneof(
  list(step),
  list(fc.oneof(step, list(step))),
  flowMap({ a: step, b: step }, ['a', 'b']),
);

/** The text of a definition that has nothing wrong with it, any fields in any of their forms. */
export const soundDefinition: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(map(root), chainSteps).map(([pairs, steps]) => `${block(pairs)}steps: ${steps}\n`),
  fc
    .tuple(map(root), routed)
    .map(([pairs, steps]) => `${block(pairs)}type: graph\nsteps: ${steps}\n`),
);
