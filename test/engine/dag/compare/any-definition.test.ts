import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { soundDefinition } from '../corpus/sound-definition.ts';
import { compared, told } from './compare.ts';

interface AStep {
  readonly name: string;
  readonly command: string;
  readonly depends: readonly string[];
  readonly timeout_sec: number;
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Steps of a graph, each with work of its own. */
const steps: fc.Arbitrary<readonly AStep[]> = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.nat(63), { minLength: 6, maxLength: 6 }))
  .map(([count, masks]) =>
    letters.slice(0, count).map((name, index) => ({
      name,
      command: `${name}-tool --${name}one ${name}two ${name}three`,
      depends: letters.slice(0, index).filter((_, at) => ((masks[index] ?? 0) >> at) % 2 === 1),
      timeout_sec: masks[index] ?? 0,
    })),
  );

const text = (list: readonly AStep[], more = {}) =>
  JSON.stringify({ ...more, type: 'graph', steps: list });

const someStep = steps.chain((list) => fc.tuple(fc.constant(list), fc.nat(list.length - 1)));
const stepAt = (list: readonly AStep[], at: number): AStep => {
  const step = list[at];
  if (!step) throw new Error('There is no such step.');
  return step;
};
const NONE = { added: [], removed: [] };

/** The same definition, written otherwise. */
function reformatted(definition: string): string {
  const documents = parseAllDocuments(definition, { version: '1.2' });
  return [...documents]
    .map((document) => `# A comment\n${document.toString({ indent: 4, lineWidth: 0 })}# The end\n`)
    .join('---\n');
}

describe('the changes of any definition', () => {
  it('are none against itself, and none against itself in another spelling', () => {
    fc.assert(
      fc.property(soundDefinition, (definition) => {
        expect(told(definition, definition)).toEqual({ change: 'none' });
        expect(told(definition, reformatted(definition))).toEqual({ change: 'none' });
      }),
    );
  });

  it('are none where keys and steps of a graph stand in another order', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const turned = list
          .toReversed()
          .map((step) => Object.fromEntries(Object.entries(step).toReversed()));
        expect(told(text(list), JSON.stringify({ steps: turned, type: 'graph' }))).toEqual({
          change: 'none',
        });
      }),
    );
  });

  it('are one rename where a step is renamed, whoever depends on it, nearly the same or just so', () => {
    fc.assert(
      fc.property(someStep, fc.boolean(), ([list, at], isEdited) => {
        const { name, command } = stepAt(list, at);
        const edited = isEdited ? command.replace('three', 'four') : command;
        const renamed = list.map((step, index) => ({
          ...step,
          ...(index === at ? { name: 'other', command: edited } : {}),
          depends: step.depends.map((one) => (one === name ? 'other' : one)),
        }));
        const fields = isEdited ? [{ field: 'command', before: command, after: edited }] : [];

        expect(told(text(list), text(renamed))).toEqual({
          change: 'changed',
          steps: [{ change: 'renamed', name: 'other', previousName: name, fields, depends: NONE }],
        });
      }),
    );
  });

  it('are exactly the key of the step that was changed', () => {
    fc.assert(
      fc.property(someStep, fc.integer({ min: 100, max: 200 }), ([list, at], timeout_sec) => {
        const { name, timeout_sec: before } = stepAt(list, at);
        const edited = list.with(at, { ...stepAt(list, at), timeout_sec });

        expect(told(text(list), text(edited)).steps).toEqual([
          {
            change: 'changed',
            name,
            previousName: name,
            depends: NONE,
            fields: [{ field: 'timeout_sec', before: String(before), after: String(timeout_sec) }],
          },
        ]);
      }),
    );
  });

  it('are exactly the step that was added or removed, and who no longer waits for it', () => {
    fc.assert(
      fc.property(someStep, ([list, at]) => {
        const { name } = stepAt(list, at);
        const rest = list.toSpliced(at, 1).map((step) => ({
          ...step,
          depends: step.depends.filter((one) => one !== name),
        }));
        const freed = list.filter(({ depends }) => depends.includes(name)).map((step) => step.name);
        const sorted = (before: string, after: string) =>
          compared(before, after)
            .steps.map(({ change, name: what }) => `${change} ${what}`)
            .sort();
        const changed = freed.map((one) => `changed ${one}`);

        expect(sorted(text(list), text(rest))).toEqual([...changed, `removed ${name}`].sort());
        expect(sorted(text(rest), text(list))).toEqual([...changed, `added ${name}`].sort());
      }),
    );
  });

  it('are the dependencies around the steps of a chain that change places', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(letters, { minLength: 6 }), (order) => {
        const chain = (names: readonly string[]) =>
          JSON.stringify({ steps: names.map((name) => ({ name, command: `${name}-tool` })) });
        const before = (names: readonly string[], name: string) => names[names.indexOf(name) - 1];
        const moved = order.filter((name) => before(order, name) !== before(letters, name));

        const { steps: told } = compared(chain(letters), chain(order));

        expect(told.map(({ name }) => name)).toEqual(moved);
        for (const { name, depends, fields } of told) {
          expect(fields).toEqual([]);
          expect(depends.added).toEqual([before(order, name)].filter(Boolean));
        }
      }),
    );
  });

  it('turned around are those of the way back', () => {
    fc.assert(
      fc.property(soundDefinition, soundDefinition, (one, other) => {
        const [there, back] = [compared(one, other), compared(other, one)];

        for (const need of ['programs', 'hosts', 'calls'] as const) {
          expect(back[need]).toEqual({ added: there[need].removed, removed: there[need].added });
        }
      }),
    );
  });

  it('name a program and its host wherever a run would come to it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(places)), steps, (place, list) => {
        const plain = { type: 'graph', steps: list };
        const reaching = { ...plain, ...places[place]?.(list) };

        expect(compared(JSON.stringify(plain), JSON.stringify(reaching))).toMatchObject({
          programs: { added: expect.arrayContaining(['new-tool']) },
          hosts: { added: ['new.example.com'], removed: [] },
        });
      }),
    );
  });
});

const COMMAND = 'new-tool https://new.example.com/';
const onFirst = (part: object) => (list: readonly AStep[]) => ({
  steps: list.map((step, index) => (index === 0 ? { ...step, ...part } : step)),
});

/** Whatever runs a command. */
const places: Readonly<Record<string, (list: readonly AStep[]) => object>> = {
  'a step': (list) => ({ steps: [...list, { name: 'new', command: `echo && ${COMMAND}` }] }),
  'a script': (list) => ({ steps: [...list, { name: 'new', script: `cd /\n${COMMAND}\n` }] }),
  'a step without a shell': (list) => ({
    steps: [...list, { name: 'new', shell: 'none', command: COMMAND }],
  }),
  'a handler': () => ({ handler_on: { failure: { command: COMMAND } } }),
  'a precondition': () => ({ preconditions: [COMMAND] }),
  'a precondition with an expectation': () => ({
    preconditions: [{ condition: `\`${COMMAND}\``, expected: 'yes' }],
  }),
  'a precondition of a step': onFirst({ preconditions: [COMMAND] }),
  'a repeated step': onFirst({
    repeat_policy: { repeat: 'until', condition: COMMAND, interval_sec: 1 },
  }),
  'a variable': () => ({ env: [{ A: `\`${COMMAND}\`` }] }),
  'a variable of a step': onFirst({ env: [{ A: `\`${COMMAND}\`` }] }),
  'a parameter': () => ({ params: [{ A: `\`${COMMAND}\`` }] }),
};
