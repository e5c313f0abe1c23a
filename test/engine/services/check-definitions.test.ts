import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine, eventually } from '../../support/engine.ts';

const spec = 'steps:\n  - name: main\n    command: echo x\n';

describe('a definition that is checked', () => {
  it('gets warnings beside its errors, which alone make it invalid', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'child', spec: `name: kid\n${spec}` });
    const check = (text: string) => engine.client.call('dags.validate', { spec: text });

    const warned = await check('steps: [{call: child}, {call: kid}, {call: kit}]');
    const wrong = await check('steps: [{call: kit}]\nx: 1\n');

    expect(warned).toMatchObject({
      valid: true,
      errors: [],
      diagnostics: [
        {
          severity: 'warning',
          code: 'unknown-dag',
          message: 'DAG `kit` not found: did you mean `kid`?',
          suggestion: 'kid',
          line: 1,
          column: 44,
        },
      ],
    });
    expect(wrong).toMatchObject({ valid: false, diagnostics: [{ severity: 'error', line: 2 }] });
    expect(wrong.errors).toEqual([expect.stringMatching(/^\[2:1\] unknown key/)]);
  });
});

describe('a name beside a definition that is checked', () => {
  it.each(['no name', '', 'a.yaml.yaml', 'x'.repeat(41)])('has to be one: %j', async (name) => {
    const { client } = await anEngine();

    const checked = await client.call('dags.validate', { spec, name });

    expect(checked).toMatchObject({
      valid: false,
      errors: [expect.stringContaining(`[1:1] \`name\`: \`${name}\` is not a valid DAG name.`)],
      diagnostics: [{ severity: 'error', line: 1, column: 1 }],
    });
  });

  it('may be that of its file, and does not matter beside one in the text', async () => {
    const { client } = await anEngine();

    const ofFile = await client.call('dags.validate', { spec, name: 'a.yaml' });
    const unused = await client.call('dags.validate', {
      spec: `name: b\n${spec}`,
      name: 'no name',
    });

    expect(ofFile).toMatchObject({ valid: true, errors: [], dag: { name: 'a' } });
    expect(unused).toMatchObject({ valid: true, errors: [], dag: { name: 'b' } });
  });
});

describe('the DAGs of a file', () => {
  it('says of each what is wrong with that one', async () => {
    const engine = await anEngine();
    const bad = (name: string) => `---\nname: ${name}\nsteps:\n  - comand: x\n`;
    const text = `steps: [{call: a}]\n${bad('a')}---\nname: b\nsteps: [{command: ls}]\n${bad('c')}`;
    writeFileSync(join(engine.config.paths.dagsDir, 'parent.yaml'), text);

    const { errors, localDags } = await engine.client.call('dags.get', { fileName: 'parent' });

    expect(errors).toHaveLength(2);
    expect(localDags).toMatchObject([
      { name: 'a', errors: [errors[0]] },
      { name: 'b', errors: [] },
      { name: 'c', errors: [errors[1]] },
    ]);
  });
});

describe('the list of tags', () => {
  it('names what is wrong in the folder and the definitions that do not load', async () => {
    const { client, config } = await anEngine();
    await client.call('dags.create', { name: 'good', spec: `tags: [env=prod]\n${spec}` });
    writeFileSync(join(config.paths.dagsDir, 'bad.yaml'), `tags: ["no tag"]\n${spec}`);
    writeFileSync(join(config.paths.dagsDir, 'no name.yaml'), spec);
    const ask = () => client.call('dags.tags', {});

    await eventually(async () => (await ask()).errors.length === 2, 'the files are known');

    expect(await ask()).toEqual({
      tags: ['env=prod'],
      errors: [
        expect.stringMatching(/^no name: the file is ignored/),
        expect.stringMatching(/^bad: \[1:\d+\] /),
      ],
    });
  });
});
