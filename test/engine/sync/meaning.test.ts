import { describe, expect, it } from 'vitest';
import { dag, pulled } from './sync-world.ts';

const before = `schedule: 30 2 * * *\n${dag('a')}`;
const after = before.replace('30 2', '0 3').replace('echo a', 'curl -s https://a.example.com/');

describe('what an item changes in meaning', () => {
  it('is told beside its text, from the remote to here, with who calls it', async () => {
    const world = await pulled({ 'a.yaml': before });
    world.write('a.yaml', after);
    world.write('b.yaml', 'steps: [{ call: a }]\n');

    const { changes, reviewChanges } = await world.call('sync.diff', { itemId: 'a' });
    const created = await world.call('sync.diff', { itemId: 'b' });

    expect(changes).toMatchObject({
      change: 'changed',
      schedule: {
        before: { lines: [{ expression: '30 2 * * *' }] },
        after: { lines: [{ expression: '0 3 * * *' }] },
      },
      programs: { added: ['curl'], removed: [] },
      hosts: { added: ['a.example.com'], removed: [] },
      calledBy: ['b'],
    });
    expect(changes?.schedule?.after.next).toHaveLength(5);
    expect(reviewChanges).toBeUndefined();
    expect(created.changes).toMatchObject({ change: 'created', calls: { added: ['a'] } });
  });

  it('names those that call a DAG of a folder, by its name or by its path', async () => {
    const world = await pulled({ 'team/etl.yaml': `name: etl\n${dag('a')}` });
    world.write('by-name.yaml', 'steps: [{ call: etl }]\n');
    world.write('by-path.yaml', 'steps: [{ call: team/etl.yaml }]\n');

    const { changes } = await world.call('sync.diff', { itemId: 'team/etl' });

    expect(changes?.calledBy).toEqual(['by-name', 'by-path']);
  });

  it('is not known where a side has errors, which are told', async () => {
    const world = await pulled({ 'a.yaml': before });
    world.write('a.yaml', 'steps: 7\n');

    const { changes, localContent } = await world.call('sync.diff', { itemId: 'a' });

    expect(localContent).toBe('steps: 7\n');
    expect(changes).toMatchObject({
      change: 'unknown',
      errors: { before: [], after: [{ line: 1 }] },
    });
  });

  it('is the same of a large text, which is compared beside the event loop', async () => {
    const long = (word: string) => `# ${'x'.repeat(20_000)}\n${dag(word)}`;
    const world = await pulled({ 'a.yaml': long('one') });
    world.write('a.yaml', long('two'));

    const { changes } = await world.call('sync.diff', { itemId: 'a' });

    const field = { field: 'command', before: 'echo one', after: 'echo two' };
    expect(changes).toMatchObject({ change: 'changed', steps: [{ fields: [field] }] });
  });

  it('is left out for a memory file, and for a file that cannot be read', async () => {
    const world = await pulled({ 'a.yaml': before, 'memory/NOTES.md': 'one' });
    world.write('memory/NOTES.md', 'two');
    world.write('a.yaml', '#'.repeat(5 * 1024 * 1024 + 1));

    const memory = await world.call('sync.diff', { itemId: 'memory/NOTES' });
    const unread = await world.call('sync.diff', { itemId: 'a' });

    expect([memory.changes, unread.changes]).toEqual([undefined, undefined]);
    expect(unread.status).toBe('modified');
  });
});

describe('what somebody accepts', () => {
  it('is told against the text that was accepted last, however many pulls came since', async () => {
    const world = await pulled({ 'a.yaml': before }, { trust: 'review' });
    const first = await world.call('sync.diff', { itemId: 'a' });
    await world.accept('a');
    const accepted = await world.call('sync.diff', { itemId: 'a' });
    await world.robin({ 'a.yaml': before.replace('echo a', 'echo b') });
    await world.pull();
    await world.robin({ 'a.yaml': after });
    await world.pull();

    const diff = await world.call('sync.diff', { itemId: 'a' });

    expect(first).toMatchObject({ reviewChanges: { change: 'created' } });
    expect(first.acceptedContent).toBeUndefined();
    expect(accepted).toMatchObject({ trust: 'accepted', reviewHash: '' });
    expect(accepted.reviewChanges).toBeUndefined();
    expect(diff.changes).toBeUndefined();
    expect(diff).toMatchObject({
      acceptedContent: before,
      localContent: before,
      reviewContent: after,
      reviewChanges: { change: 'changed', hosts: { added: ['a.example.com'], removed: [] } },
    });
  });

  it('is told of a text that is no DAG by its lines alone', async () => {
    const world = await pulled({ 'memory/notes.md': 'first\n' }, { trust: 'review' });

    const diff = await world.call('sync.diff', { itemId: 'memory/notes' });

    expect(diff).toMatchObject({ trust: 'review', reviewContent: 'first\n' });
    expect(diff).not.toHaveProperty('reviewChanges');
  });
});
