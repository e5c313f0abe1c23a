import { describe, expect, it } from 'vitest';
import { workKeys } from '../../../engine/dag/step-type.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';
import { stepTypeOf, stepTypes } from '../../../engine/steps/registry.ts';

describe('the step types', () => {
  it('have words of their own, and a step that names none is a shell step', () => {
    const words = stepTypes.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(words).toHaveLength(new Set(words).size);
    expect(loadDag('steps: [a]', { name: 'x' }).dag?.steps).toMatchObject([{ type: 'shell' }]);
  });

  it.each(stepTypes)(
    'show an example that is a sound definition with such a step: $name',
    (type) => {
      const { dag, issues } = loadDag(type.example, { name: 'example' });

      expect(issues).toEqual([]);
      expect(dag?.steps.map((step) => step.type)).toContain(type.name);
    },
  );

  it.each(stepTypes)(
    'name their steps by kind and position: $name',
    ({ name, autoName, example }) => {
      const nameless = example.replace(/ - name: \w+\n {4}/, ' - ');
      const { partial } = loadDag(nameless, { name: 'example' });

      expect(partial.steps[0]).toMatchObject({ name: `${autoName}_1`, type: name });
    },
  );

  it.each(stepTypes)('need only keys that they take: $name', ({ takes, needs }) => {
    expect(takes).toEqual(expect.arrayContaining(needs.flat()));
  });

  it('take every key of work between them', () => {
    expect(new Set(stepTypes.flatMap(({ takes }) => takes))).toEqual(new Set(workKeys));
  });

  it('are found by name, and a name that none has is an error in words', () => {
    expect(stepTypeOf('hitl').name).toBe('hitl');
    expect(() => stepTypeOf('rsh')).toThrow('the step type `rsh` is not available');
  });
});

describe('a hitl step', () => {
  it('has a config also where none is written', () => {
    const read = (text: string) => loadDag(text, { name: 'x' }).dag?.steps[0]?.config;

    expect(read('steps: [{type: hitl}]')).toEqual({ prompt: '', input: [], required: [] });
    expect(
      read('steps: [{type: hitl, config: {prompt: go?, input: [A, $B], required: A}}]'),
    ).toEqual({ prompt: 'go?', input: ['A', 'B'], required: ['A'] });
  });
});
