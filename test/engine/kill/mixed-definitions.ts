import { join } from 'node:path';

/** What the engine is killed in the middle of. Each definition has one outcome, however often that happens. */
export interface MixedDefinitions {
  /** Definitions by the names of their runs. */
  readonly specs: ReadonlyMap<string, string>;
  /** The stored DAG that one of them calls. */
  readonly stored: { readonly fileName: string; readonly spec: string };
  /** Every command of every step adds a line as it begins and one as it ends. */
  readonly journal: string;
}

/** Values that a person gives where a run asks. */
export const approvalInputs = { WHO: 'ada' };

/** @param folder for the journal and for what the steps count. */
export function mixedDefinitions(folder: string): MixedDefinitions {
  const journal = join(folder, 'journal');
  const note = (word: string): string =>
    `echo "$DAG_RUN_ID $DAG_RUN_STEP_NAME ${word}" >> ${journal}`;
  const says = (command: string): string => `${note('begin')}; ${command}; ${note('end')}`;
  const step = (name: string, command: string, ...fields: readonly string[]): string =>
    [`  - name: ${name}`, `command: '${says(command)}'`, ...fields].join('\n    ');
  const handlers = (...names: readonly string[]): string =>
    `handler_on:\n${names.map((name) => `  ${name}:\n    command: '${says(`echo ${name} $DAG_RUN_STATUS`)}'`).join('\n')}`;
  const dag = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
  const counted = `c=${folder}/$DAG_RUN_ID.$DAG_RUN_STEP_NAME; echo x >> $c; n=$(wc -l < $c)`;
  const documents = (...texts: readonly string[]): string => texts.join('---\n');

  const specs = new Map<string, string>([
    ['many', many(dag, step)],
    [
      'listed',
      dag(
        'steps:',
        '  - name: listed',
        `    command: ['${says('sleep 0.05')}', '${says('echo two')}', '${says('sleep 0.05; echo three')}']`,
        '    output: LISTED',
        step('next', 'echo "after $LISTED"'),
      ),
    ],
    [
      'retried',
      dag(
        'steps:',
        step(
          'patient',
          `${counted}; echo "try $n"; if [ $n -lt 2 ]; then ${note('end')}; exit 3; fi`,
          'retry_policy: {limit: 3, interval_sec: 1}',
        ),
        step(
          'eager',
          `${counted}; if [ $n -lt 4 ]; then ${note('end')}; exit 4; fi; echo "took $n"`,
          'retry_policy: {limit: 5, interval_sec: 0, exit_code: [4]}',
          'output: TOOK',
        ),
        step('next', 'echo "it $TOOK"'),
      ),
    ],
    [
      'repeated',
      dag(
        'steps:',
        step(
          'until_three',
          `${counted}; echo $n`,
          'output: COUNT',
          'repeat_policy: {repeat: until, condition: "${COUNT}", expected: "3", interval_sec: 0, limit: 9}',
        ),
        step('paused', counted, 'repeat_policy: {repeat: while, interval_sec: 1, limit: 2}'),
        step(
          'asked',
          counted,
          `repeat_policy: {repeat: while, condition: "sleep 0.1; test $(wc -l < ${folder}/$DAG_RUN_ID.asked) -lt 3", interval_sec: 0}`,
        ),
        step('next', 'echo "counted $COUNT"'),
      ),
    ],
    [
      'nested',
      documents(
        dag(
          'steps:',
          '  - {name: call, call: middle, params: {N: "7"}, output: RES}',
          step('next', 'echo "got ${RES.outputs.DEEP}"'),
        ),
        dag(
          'name: middle',
          'params: [{N: "0"}]',
          'steps:',
          step('first', 'sleep 0.05'),
          '  - name: each',
          '    call: leaf',
          '    parallel: {items: [a, b, b, c], max_concurrent: 2}',
          '    params: {X: "${ITEM}${N}"}',
          '    output: ALL',
          step('sum', 'echo "${ALL.summary.succeeded} ${ALL.outputs}"', 'output: DEEP'),
        ),
        dag(
          'name: leaf',
          'params: [{X: none}]',
          'steps:',
          step('leaf', 'sleep 0.1; echo "leaf $X"', 'output: LEAF'),
          step('last', 'echo "$LEAF"'),
        ),
      ),
    ],
    [
      'subretried',
      documents(
        dag(
          'steps:',
          '  - {name: call, call: shaky, retry_policy: {limit: 2, interval_sec: 1}, output: RES}',
          step('next', 'echo "${RES.status}"'),
        ),
        dag(
          'name: shaky',
          'steps:',
          step('solid', 'sleep 0.05; echo solid', 'output: SOLID'),
          step(
            'weak',
            `${counted}; if [ $n -lt 2 ]; then ${note('end')}; exit 5; fi; echo "$SOLID"`,
          ),
        ),
      ),
    ],
    ['stored', dag('steps:', '  - {name: call, call: called, params: "one two"}')],
    [
      'gated',
      dag(
        handlers('wait', 'success', 'exit'),
        'steps:',
        step('first', 'sleep 0.05'),
        '  - {name: ask, type: hitl, config: {prompt: Go?, input: [WHO], required: [WHO]}}',
        step('next', 'echo "by $WHO"', 'output: BY'),
      ),
    ],
    [
      'gated_below',
      documents(
        dag(
          handlers('wait', 'exit'),
          'steps:',
          '  - {name: call, call: asks, output: RES}',
          step('next', 'echo "${RES.outputs.BY}"'),
        ),
        dag(
          'name: asks',
          'steps:',
          '  - {name: ask, type: hitl, config: {input: [WHO]}}',
          step('answer', 'echo "by $WHO"', 'output: BY'),
        ),
      ),
    ],
    [
      'failed',
      dag(
        'type: graph',
        'max_active_steps: 2',
        handlers('init', 'success', 'failure', 'exit'),
        'steps:',
        step('bad', `sleep 0.1; ${note('end')}; exit 9`),
        step('after_bad', 'true', 'depends: bad'),
        step('aside', 'sleep 0.15; echo aside'),
        step(
          'allowed',
          `${note('end')}; exit 8`,
          'depends: aside',
          'continue_on: {exit_code: [8]}',
        ),
        step('after_allowed', 'true', 'depends: allowed'),
      ),
    ],
    [
      'handled',
      dag(
        handlers('init', 'success', 'failure', 'exit'),
        'steps:',
        step('one', 'sleep 0.05; echo one', 'output: ONE'),
        step(
          'marked',
          `${note('end')}; exit 2`,
          'continue_on: {failure: true, mark_success: true}',
        ),
        step('two', 'echo "two $ONE"'),
      ),
    ],
    [
      'again',
      dag(
        handlers('init', 'failure', 'exit'),
        'steps:',
        step('solid', 'sleep 0.05; echo solid', 'output: SOLID'),
        step('weak', `${counted}; if [ $n -lt 2 ]; then ${note('end')}; exit 6; fi; echo "$SOLID"`),
        step('next', 'echo next'),
      ),
    ],
    [
      'routed',
      dag(
        'type: graph',
        'steps:',
        step('kind', 'sleep 0.05; echo refund-7', 'output: KIND'),
        '  - name: sort',
        '    type: router',
        '    depends: kind',
        '    value: "${KIND}"',
        '    routes: {invoice: book, "re:^refund": [pay, tell]}',
        step('book', 'true'),
        step('pay', 'echo paid'),
        step('tell', 'echo told'),
        step('last', 'echo last', 'depends: [book, pay, tell]', 'continue_on: skipped'),
      ),
    ],
    [
      'asked',
      dag(
        'preconditions: ["sleep 0.1; true"]',
        'steps:',
        step('met', 'echo met', 'preconditions: [{condition: "`echo yes`", expected: "re:^y"}]'),
        step(
          'unmet',
          'true',
          'preconditions: ["sleep 0.1; false"]',
          'continue_on: {skipped: true}',
        ),
        step('next', 'echo next'),
      ),
    ],
    [
      'refused',
      dag(
        'preconditions: [{condition: one, expected: two}]',
        handlers('init', 'abort', 'exit'),
        'steps:',
        step('never', 'true'),
      ),
    ],
    [
      'late',
      dag(
        'max_clean_up_time_sec: 1',
        'steps:',
        `  - {name: late, timeout_sec: 1, continue_on: {exit_code: [124]}, command: "${note('begin').replaceAll('"', '\\"')}; sleep 60"}`,
        step('next', 'echo next'),
      ),
    ],
    [
      'stopped',
      dag(
        handlers('abort', 'exit'),
        'steps:',
        step('before', 'sleep 0.05'),
        `  - {name: sleeper, command: "trap 'exit 7' TERM; ${note('begin').replaceAll('"', '\\"')}; while :; do sleep 0.05; done"}`,
        step('never', 'true'),
      ),
    ],
  ]);
  const stored = {
    fileName: 'called',
    spec: dag(
      'steps:',
      step('show', 'sleep 0.1; echo "$1 $2"', 'output: SHOWN'),
      step('again', 'echo "$SHOWN"'),
    ),
  };
  return { specs, stored, journal };
}

type Dag = (...lines: readonly string[]) => string;
type Step = (name: string, command: string, ...fields: readonly string[]) => string;

function many(dag: Dag, step: Step): string {
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
  return dag(
    'type: graph',
    'max_active_steps: 4',
    'steps:',
    ...names.map((name, at) => step(name, `sleep 0.${at + 5}; echo ${name}`, `output: OUT_${at}`)),
    step('join', 'echo "$OUT_0 $OUT_7"', `depends: [${names.join(', ')}]`, 'output: JOINED'),
  );
}
