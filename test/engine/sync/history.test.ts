import { expect, it } from 'vitest';
import { dag, pulled } from './sync-world.ts';

const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

it('knows the text of an item at each commit, and what it was where others were changed', async () => {
  const world = await pulled({ 'team/a.yaml': dag('first'), 'b.yaml': dag('b') });
  const second = await world.robin({ 'team/a.yaml': dag('second') });
  const other = await world.robin({ 'b.yaml': dag('other') });
  const gone = await world.robin({ 'team/a.yaml': null });
  const back = await world.robin({ 'team/a.yaml': dag('back') });
  await world.pull();
  const at = async (commit: string) =>
    (await world.call('sync.textAt', { itemId: 'team/a', commit })).content;

  const { commits } = await world.call('sync.log', { itemId: 'team/a' });
  const first = commits.at(-1)?.commit ?? '';

  expect(commits.map(({ commit }) => commit)).toEqual([back, gone, second, first]);
  expect(await Promise.all([first, second, other, gone, back].map(at))).toEqual([
    dag('first'),
    dag('second'),
    dag('second'),
    undefined,
    dag('back'),
  ]);
});

it('has no commit that is not on the branch, and keeps its repository all the same', async () => {
  const world = await pulled({ 'a.yaml': dag('a') });
  const aside = await world.remote.repository.git('rev-parse', 'main^{tree}');
  const at = (commit: string) => failure(world.call('sync.textAt', { itemId: 'a', commit }));

  const refused = [await at('f'.repeat(40)), await at(aside), await at('main')];

  expect(refused).toMatchObject([
    { code: 'not_found' },
    { code: 'not_found' },
    { code: 'bad_request' },
  ]);
  const { commits } = await world.call('sync.log', { itemId: 'a' });
  expect(commits).toHaveLength(1);
});
