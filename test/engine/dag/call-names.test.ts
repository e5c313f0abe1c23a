import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { Step } from '../../../engine/dag/definition.ts';
import { admitParams } from '../../../engine/dag/admit-names.ts';
import { isProtectedName } from '../../../engine/dag/protected-names.ts';
import { presentParams, resolveParams } from '../../../engine/dag/resolve-params.ts';
import { parseStartParams, type StartParams } from '../../../engine/dag/start-params.ts';
import {
  callNames,
  namesLeftOut,
  namesOfValues,
  type CallNames,
} from '../../../engine/dag/call-names.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { stepTypeOf } from '../../../engine/steps/registry.ts';
import type { WorkContext } from '../../../engine/steps/work.ts';

const written = ['A', 'B-C', 'BASH_ENV', 'PATH'];
const name = fc.constantFrom(...written);
/** What may try to become a name of its own. */
const value = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'x LD_PRELOAD=y',
    '" LD_PRELOAD="y',
    '{"LD_PRELOAD": "y"}',
    '[{"EVIL": 1}]',
    '\n',
  ),
  fc.json(),
);
const entry = fc.tuple(name, fc.constantFrom('${V}', 'fixed', 'a ${V} b'));
const entries = fc.uniqueArray(entry, { selector: ([key]) => key, minLength: 1 });
const object = entries.map((list) => JSON.stringify(Object.fromEntries(list)));

/** The part of a step that says what a call gets, in each form of the language. */
const forms = fc.oneof(
  object.map((json) => `params: ${json}`),
  object.map((json) => `params: '${json}'`),
  entries.map(
    (list) => `params: '${list.map(([key, text]) => `${key}="${text}"`).join(' ')} \${V}'`,
  ),
  fc.constant('params: "${V}"'),
  object.map((json) => `parallel: [${json}]`),
  object.map((json) => `parallel: [${json}]\n    params: "\${ITEM}"`),
  object.map((json) => `parallel: '[${json}, "\${V}"]'`),
  object.map((json) => `parallel: '[${json}, \${V}]'`),
  fc.constant('parallel: "${V}"'),
  fc.constant('parallel: ["${V}"]\n    params: "${ITEM}"'),
);

function stepOf(form: string): Step {
  const { partial, issues } = loadDag(`steps:\n  - call: kid\n    ${form}\n`, { name: 'file' });
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [step] = partial.steps;
  if (step === undefined) throw new Error('There is no step.');
  return step;
}

/** The texts of a start that the calls of a step come to; none where they cannot be read. */
async function callsOf(step: Step, filledIn: string): Promise<readonly string[]> {
  const expand: WorkContext['expand'] = async (text, extra) =>
    text.replaceAll('${V}', () => filledIn).replaceAll('${ITEM}', () => extra?.get('ITEM') ?? '');
  const type = stepTypeOf(step.type);
  if (type.kind !== 'calls') throw new Error('It calls nothing.');
  try {
    const { calls } = await type.work({ step, expand } as WorkContext);
    return calls.map(({ params }) => params);
  } catch {
    // What seems to be JSON and is not fails the step.
    return [];
  }
}

const declared = [
  { name: 'BASH_ENV', positional: false, defaultValue: 'own' },
  { name: 'A', positional: false, defaultValue: 'own' },
];

/** What the called DAG gets; nothing where a name is none that a variable can have, which fails the call. */
async function arriving(params: string, names: CallNames): Promise<ReadonlyMap<string, string>> {
  const given = readable(params);
  if (given === null) return new Map();
  const start = admitParams(declared, given, (doubtful) => namesLeftOut(names, doubtful));
  const scope = { lookup: () => undefined, declares: () => false, substitute: async () => '' };
  const { values, json } = await resolveParams(declared, start, scope);
  // What the run shows and hands on as JSON has no more than its variables.
  const told: unknown = JSON.parse(json);
  if (!Array.isArray(told)) {
    for (const key of Object.keys(told as object)) expect(values.has(key)).toBe(true);
  }
  expect(presentParams(declared, start, values).values).toBe(values);
  return values;
}

function readable(params: string): StartParams | null {
  try {
    return parseStartParams(params);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'bad_request') return null;
    throw error;
  }
}

describe('the names of a call', () => {
  it('are those of the text or of the called DAG, and protected ones have values of theirs', async () => {
    await fc.assert(
      fc.asyncProperty(forms, value, async (form, filledIn) => {
        const step = stepOf(form);
        const names = callNames(step);

        for (const params of await callsOf(step, filledIn)) {
          for (const [key, given] of await arriving(params, names)) {
            const isKnown = written.includes(key) || /^\d+$/.test(key);
            expect([key, isKnown]).toEqual([key, true]);
            if (isProtectedName(key)) expect(['own', 'fixed']).toContain(given);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('that a program asks for are those of the called DAG, and protect the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        const params = JSON.stringify({ ...args, LD_PRELOAD: 'x', BASH_ENV: 'x', A: 'y' });
        const values = await arriving(params, namesOfValues);
        fc.pre(values.size > 0);

        expect([...values].filter(([key]) => !/^\d+$/.test(key))).toEqual([
          ['BASH_ENV', 'own'],
          ['A', 'y'],
        ]);
      }),
    );
  });
});
