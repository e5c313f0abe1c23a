import fc from 'fast-check';
import { hostileTexts } from './hostile-values.ts';

/** What such a definition runs, and nothing else: none of the fields below is a command, a program or a place to write. */
const commands = ['true', 'echo hello'];

const rootFields = [
  ...['name', 'description', 'group', 'tags', 'type', 'schedule', 'skip_if_successful', 'queue'],
  ...['restart_wait_sec', 'catchup_window', 'overlap_policy', 'max_active_runs', 'params', 'env'],
  ...['dotenv', 'secrets', 'run_config', 'hist_retention_days', 'max_active_steps', 'timeout_sec'],
  ...['max_clean_up_time_sec', 'max_output_size', 'unknown', '__proto__'],
];

const stepFields = [
  ...['name', 'id', 'description', 'depends', 'output', 'continue_on', 'retry_policy', 'env'],
  ...['timeout_sec', 'signal_on_stop', 'mail_on_error', 'unknown', '__proto__'],
];

const text = fc.constantFrom(...hostileTexts);
const name = fc.constantFrom(
  'A',
  'name',
  'key',
  'value',
  'provider',
  'start',
  'limit',
  '__proto__',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.dictionary(name, text, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.dictionary(name, text, { maxKeys: 2 }), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, -1, 0, 1e308, 2 ** 53, [[]], {}) },
);
const command = fc.constantFrom(...commands);
const many = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Definitions of a few lines that mean a lot of work. */
const bombs = [
  { env: many(40).map((at) => ({ [`A${at + 1}`]: `\${A${at}}`.repeat(10) })) },
  { env: [{ A0: 'x'.repeat(100_000) }, { A1: '${A0}'.repeat(100) }] },
  { params: many(2000).map((at) => `P${at}=\${P${at - 1}}x`) },
  { tags: many(5000).map((at) => `t${at}`) },
  { steps: many(10_500).map((at) => ({ name: `s${at}`, command: 'true' })) },
];

const atRoot = fc
  .tuple(fc.constantFrom(...rootFields), value, command)
  .map(([field, given, run]) =>
    withField({ steps: [{ name: 'only', command: run }] }, field, given),
  );

const inStep = fc
  .tuple(fc.constantFrom(...stepFields), value, command)
  .map(([field, given, run]) => {
    const step = withField({ name: 'only', command: run }, field, given);
    return `{"steps":[${step}]}`;
  });

const asBomb = fc
  .constantFrom(...bombs)
  .map((bomb) => JSON.stringify({ steps: [{ name: 'only', command: 'echo hello' }], ...bomb }));

/** Definitions with something hostile in them, all of them harmless to run. */
export const hostileSpec: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: atRoot },
  { weight: 6, arbitrary: inStep },
  { weight: 1, arbitrary: asBomb },
);

/** JSON, which is YAML; a name such as `__proto__` is one of its own. */
function withField(object: object, field: string, given: unknown): string {
  const copy = { ...object };
  Object.defineProperty(copy, field, { value: given, enumerable: true });
  return JSON.stringify(copy);
}
