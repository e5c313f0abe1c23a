import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';

const spec = 'steps:\n  - name: main\n    command: echo x\n';

describe('what a text would change', () => {
  it('is told against the file, or against another text, and stores nothing', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'etl', spec });
    const other = spec.replace('echo x', 'echo y');

    const changes = await client.call('dags.changes', { fileName: 'etl.yaml', spec: other });
    const against = { fileName: 'etl', spec: other, against: other };

    expect(changes).toMatchObject({
      change: 'changed',
      steps: [{ name: 'main', fields: [{ field: 'command', before: 'echo x', after: 'echo y' }] }],
    });
    expect(await client.call('dags.changes', against)).toMatchObject({ change: 'none' });
    expect(await client.call('dags.getSpec', { fileName: 'etl' })).toMatchObject({ spec });
  });

  it('names the DAGs that call this one, by its file, its name or the one that it gets', async () => {
    const { client } = await anEngine();
    const local = 'steps: [{call: kid}]\n---\nname: kid\nsteps: [echo]\n';
    await client.call('dags.create', { name: 'child', spec: `name: kid\n${spec}` });
    await client.call('dags.create', { name: 'by-file', spec: 'steps: [{call: child}]' });
    await client.call('dags.create', { name: 'by-name', spec: 'steps: [{call: kid}]' });
    await client.call('dags.create', { name: 'own', spec: local });
    await client.call('dags.create', { name: 'says', spec: 'steps: [echo child kid]' });

    await client.call('dags.create', { name: 'by-new-name', spec: 'steps: [{call: grown}]' });

    const { calledBy } = await client.call('dags.changes', {
      fileName: 'child',
      spec: `name: grown\n${spec}`,
    });

    expect(calledBy).toEqual(['by-file', 'by-name', 'by-new-name']);
  });

  it('has errors with their lines in its place where the text does not load', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'etl', spec });

    const changes = await client.call('dags.changes', { fileName: 'etl', spec: 'steps: 7\n' });

    expect(changes).toMatchObject({
      change: 'unknown',
      errors: { before: [], after: [{ line: 1 }] },
    });
  });
});
