import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { dag, pulled } from './sync-world.ts';

const VALUE = 'hunter2-correct-horse';

/** A synced folder in which one DAG has a secret by its file. */
async function withSecret(value: string) {
  const file = join(temporaryFolder('secret'), 'token');
  writeFileSync(file, `${value}\n`);
  const secrets = `secrets:\n  - {name: TOKEN, provider: file, key: ${file}}\n`;
  return pulled({ 'a.yaml': dag('a'), 'owner.yaml': `${secrets}${dag('owner')}` });
}

type World = Awaited<ReturnType<typeof withSecret>>;

async function refusalOf(world: World, asked: Promise<unknown>): Promise<string> {
  const before = await world.subjects();
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason as { code: string; message: string },
  );
  expect(error?.code).toBe('bad_request');
  expect(JSON.stringify(error)).not.toContain(VALUE);
  expect(await world.subjects()).toEqual(before);
  return error?.message ?? '';
}

describe('a publish with the value of a secret', () => {
  it('is refused with the file, the line and the name of the secret, and sends nothing', async () => {
    const world = await withSecret(VALUE);
    world.write('a.yaml', `# one\n# two ${VALUE}\n${dag('a')}`);
    world.write('b.yaml', dag('b'));

    const message = await refusalOf(world, world.call('sync.publishAll', {}));

    expect(message).toContain('a.yaml line 2 has the secret `TOKEN`');
    await world.publish('b');
    expect(await world.states()).toEqual({ a: 'modified', b: 'synced', owner: 'synced' });
  });

  it.each([
    ['base64', Buffer.from(VALUE).toString('base64')],
    ['hex', Buffer.from(VALUE).toString('hex')],
  ])('is refused where it stands there as %s', async (_form, text) => {
    const world = await withSecret(VALUE);
    world.write('memory/notes.md', `see ${text}`);

    const message = await refusalOf(world, world.publish('memory/notes'));

    expect(message).toContain('memory/notes.md line 1 has the secret `TOKEN`');
  });

  it('is refused where it stands in the message', async () => {
    const world = await withSecret(VALUE);
    world.write('a.yaml', dag('b'));

    const asked = world.call('sync.publish', { itemId: 'a', message: `with ${VALUE}` });

    expect(await refusalOf(world, asked)).toContain('the message, line 1 has the secret `TOKEN`');
  });

  it('is refused where it is the credential of the remote', async () => {
    const world = await withSecret(VALUE);
    world.write('a.yaml', dag(world.remote.token));

    const message = await refusalOf(world, world.publish('a'));

    expect(message).toContain('a.yaml line 3 has the credential of Git');
  });

  it('is no reason where the value is a short word, or was changed', async () => {
    const world = await withSecret('echo');
    world.write('a.yaml', dag(VALUE));

    await world.publish('a');

    expect(await world.states()).toMatchObject({ a: 'synced' });
  });
});
