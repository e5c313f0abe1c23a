import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { fieldKeys } from '../../../engine/dag/fields/read-fields.ts';
import { rootFields } from '../../../engine/dag/fields/root-fields.ts';
import { stepFields } from '../../../engine/dag/fields/step-fields.ts';
import { unavailableStepTypes } from '../../../engine/dag/find-step-type.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { faultyForms } from './corpus/faulty-forms.ts';
import { faultyRules } from './corpus/faulty-rules.ts';
import { faultyYaml } from './corpus/faulty-yaml.ts';

const errors = (text: string) => loadDag(text, { name: 'file' }).issues.map(issueText);
describe('loadDag, given a faulty file', () => {
  it.each([...faultyForms, ...faultyRules, ...faultyYaml])('refuses %j', (text, ...expected) => {
    expect(errors(text)).toEqual(expected);
    expect(loadDag(text, { name: 'file' }).dag).toBeNull();
  });

  it('reports all errors at once, in the order of the text', () => {
    const text =
      'tpye: graph\nmax_active_steps: x\nsteps:\n  - name: a\n    comand: b\n  - id: env\n    command: c\n';

    expect(errors(text).map((error) => error.slice(0, 5))).toEqual([
      '[1:1]',
      '[2:19',
      '[5:5]',
      '[6:9]',
    ]);
  });

  it('offers the text that fixes an error in place of the marked range', () => {
    const text =
      'descriptoin: x\nschedule: [TZ=UTC 0 0 * * *]\nsteps:\n  - command: x\n    signal_on_stop: TERM\n';
    const lines = text.split('\n');

    const fixed = loadDag(text, { name: 'file' }).issues.map((issue) => {
      const line = lines[issue.line - 1] ?? '';
      return line.slice(0, issue.column - 1) + issue.suggestion + line.slice(issue.endColumn - 1);
    });

    expect(fixed).toEqual([
      'description: x',
      'schedule: ["CRON_TZ=UTC 0 0 * * *"]',
      '    signal_on_stop: SIGTERM',
    ]);
  });

  it('accepts a key of a later version that asks for what happens anyway', () => {
    expect(loadDag('worker_selector: local\nsteps: [a]', { name: 'x' }).issues).toEqual([]);
    expect(loadDag('worker_selector: {gpu: "1"}\nsteps: [a]', { name: 'x' }).issues).toMatchObject([
      { message: '`worker_selector` is not available in this version', line: 1, column: 1 },
    ]);
  });

  it.each(rootFields.unavailable)(
    'knows the root field %s and says that it is not available',
    (key) => {
      expect(errors(`${key}: 1`)).toEqual([`[1:1] \`${key}\` is not available in this version`]);
    },
  );

  it.each(stepFields.unavailable)(
    'knows the step field %s and says that it is not available',
    (key) => {
      expect(errors(`steps: [{${key}: 1}]`)).toEqual([
        `[1:10] \`${key}\` is not available in this version`,
      ]);
    },
  );

  it.each(unavailableStepTypes)(
    'knows the step type %s and says that it is not available',
    (type) => {
      expect(errors(`steps: [{type: ${type}}]`)).toEqual([
        `[1:16] \`type\`: \`${type}\` is not available in this version`,
      ]);
    },
  );

  it('knows every field of the interface, each once', () => {
    const root = [...fieldKeys(rootFields), ...rootFields.unavailable];
    const step = [...fieldKeys(stepFields), ...stepFields.unavailable];

    expect([new Set(root).size, root.length]).toEqual([46, 46]);
    expect([new Set(step).size, step.length]).toEqual([31, 31]);
  });

  it('leaves the prototype of objects alone', () => {
    loadDag('__proto__: {polluted: 1}\nenv: {__proto__: x}\nsteps: [{__proto__: {polluted: 1}}]', {
      name: 'a',
    });

    expect({}).not.toHaveProperty('polluted');
  });
});
