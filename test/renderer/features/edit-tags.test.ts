import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withGroup, withTags } from '../../../renderer/features/dags/edit-tags.ts';

const add = (...tags: string[]) => ({ add: tags, remove: [] });
const remove = (...tags: string[]) => ({ add: [], remove: tags });

const before = '# Owned by data.\nname: etl # nightly\n\n';
const after =
  '# What it does:\nsteps:\n    - name:   "a"\n      command: |\n        echo 1\n\n\n        echo 2\n# The end.\n';

describe('the tags of a text', () => {
  it.each([
    ['a list of lines', 'tags:\n  - b # old\n', 'tags:\n  - b # old\n  - env=prod\n'],
    ['a list as wide as its key', 'tags:\n- b\n', 'tags:\n- b\n- env=prod\n'],
    ['a list in brackets', 'tags: [b, "c"] # why\n', 'tags: [b, "c", env=prod] # why\n'],
    ['a list with maps', 'tags:\n  - b: 1\n', 'tags:\n  - b: 1\n  - env=prod\n'],
    ['a map', 'tags:\n    b: "01" # old\n', 'tags:\n    b: "01" # old\n    env: prod\n'],
    ['a map in braces', 'tags: { b: 1 }\n', 'tags: { b: 1, env: prod }\n'],
    ['words', 'tags: b=1 c # old\n', 'tags: b=1 c env=prod # old\n'],
    ['words with commas', 'tags: "b=1,c"\n', 'tags: "b=1, c, env=prod"\n'],
    ['a number', 'tags: 2024\n', 'tags: 2024 env=prod\n'],
    ['nothing', 'tags:\n', 'tags: [env=prod]\n'],
    ['no entry', '', 'tags: [env=prod]\n'],
  ])('are added to %s, and all else stays', (_, old, changed) => {
    expect(withTags(old + before + after, add('env=prod'))).toContain(changed);
    if (old !== '') {
      expect(withTags(before + old + after, add('env=prod'))).toBe(before + changed + after);
    }
  });

  it('stand behind the head of the text when they are new', () => {
    expect(withTags(before + after, add('x'))).toBe(
      '# Owned by data.\nname: etl # nightly\ntags: [x]\n\n' + after,
    );
    expect(withTags('# Mine.\nsteps: []', add('x'))).toBe('# Mine.\ntags: [x]\nsteps: []');
    expect(withTags('', add('x'))).toBe('tags: [x]\n');
    expect(withTags('name: a', add('x'))).toBe('name: a\ntags: [x]\n');
    expect(withTags('  name: a\r\n  steps: []\r\n', add('x'))).toBe(
      '  name: a\r\n  tags: [x]\r\n  steps: []\r\n',
    );
  });

  it('are taken away in any of their forms, with what is said of the others', () => {
    expect(withTags('tags:\n  - a # 1\n  - Env=Prod # 2\n', remove('env=prod'))).toBe(
      'tags:\n  - a # 1\n',
    );
    expect(withTags('tags: {env: prod, a: 1}\n', remove('env=prod'))).toBe('tags: {a: 1}\n');
    expect(withTags('tags: a env=prod\n', remove('env=prod'))).toBe('tags: a\n');
    expect(withTags('tags:\n  - a\nsteps: []\n', remove('a'))).toBe('tags: []\nsteps: []\n');
  });

  it('are left alone where nothing changes', () => {
    const text = 'tags:   [ A,b ]\r\nsteps: []';
    expect(withTags(text, { add: ['a'], remove: ['c'] })).toBe(text);
    expect(withTags('steps: []', remove('c'))).toBe('steps: []');
  });

  it.each([
    ['tags: *other\n', 'by hand'],
    ['a: &x [1]\ntags: *x\n', 'by hand'],
    ['{tags: [a]}\n', 'by hand'],
    ['tags: {env: dev}\n', 'one value of `env`'],
    ['tags: [a\n', 'cannot be read'],
  ])('are refused in %j', (text, reason) => {
    expect(() => withTags(text, add('env=prod'))).toThrow(reason);
  });

  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
  const pair = fc.tuple(word, word).map(([key, value]) => `${key}=${value}`);
  const tags = fc.uniqueArray(fc.oneof(word, pair), { maxLength: 4 });
  const written = tags.chain((all) =>
    fc
      .constantFrom(
        `tags: [${all.join(', ')}]\n`,
        `tags: "${all.join(', ')}"\n`,
        `tags:${all.map((tag) => `\n  - ${tag}`).join('')}\n`,
      )
      .map((text) => ({ all, text })),
  );
  const filler = fc.constantFrom('', '\n', '# note\n', 'x: 1 # c\n', 'y: |+\n  a\n\n', 'z:\n- 1\n');

  it('hold what was there and what was added, whatever stands around them', () => {
    fc.assert(
      fc.property(filler, written, filler, tags, (above, { all, text }, below, more) => {
        fc.pre(above === '' || above !== below);
        const changed = withTags(above + text + below, add(...more));

        const found: unknown = parse(changed).tags;
        const list = Array.isArray(found) ? found : String(found ?? '').split(/[\s,]+/);
        expect(list.filter(Boolean)).toEqual([...new Set([...all, ...more])]);
        expect(changed.startsWith(above)).toBe(true);
        expect(changed.endsWith(below)).toBe(true);
        if (more.some((tag) => !all.includes(tag))) {
          const back = withTags(changed, remove(...more.filter((tag) => !all.includes(tag))));
          expect(withTags(back, add(...more))).toBe(changed);
        }
      }),
    );
  });
});

describe('the group of a text', () => {
  it('is written, changed and taken away, and all else stays', () => {
    expect(withGroup('name: a # 1\nsteps: []\n', 'x: y')).toBe(
      'name: a # 1\ngroup: "x: y"\nsteps: []\n',
    );
    expect(withGroup("a: 1\ngroup: 'old' # mine\nsteps: []\n", 'new')).toBe(
      "a: 1\ngroup: 'new' # mine\nsteps: []\n",
    );
    expect(withGroup('group: old\n', '')).toBe('group: ""\n');
    expect(withGroup('steps: []\n', '')).toBe('steps: []\n');
  });

  const line = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((text) => !/[\r\n]/.test(text));

  it('is read back as it was given', () => {
    fc.assert(
      fc.property(line, (group) => {
        expect(parse(withGroup(before + after, group)).group ?? '').toBe(group);
        expect(withGroup(before + after, group).endsWith(after)).toBe(true);
      }),
    );
  });
});
