import { describe, expect, it } from 'vitest';
import { linkProblems, linksCheck } from '../../scripts/check/links.ts';

const files: Readonly<Record<string, string>> = {
  'docs/guide.md':
    '# Guide\n\n## Run it: `on` a schedule?\n\n## Notes\n\n## Notes\n\n```\n# code\n```\n',
  'README.md': '# Read me\n',
  'docs/screens': '',
};

function problemsOf(text: string): readonly string[] {
  return linkProblems('docs/page.md', (path) =>
    path === 'docs/page.md' ? `# Page\n\n${text}\n` : (files[path] ?? null),
  );
}

describe('The check for links', () => {
  it.each([
    'a [page](guide.md), [another](../README.md) and a [folder](screens)',
    '![a picture](../README.md)',
    '[a heading](guide.md#run-it-on-a-schedule) and [one here](#page)',
    '[the first](guide.md#notes) and [the second](guide.md#notes-1)',
    '[elsewhere](https://example.com/none#none) and [a person](mailto:ada@example.com)',
    'code: `[x](none.md)`',
    '```\n[x](none.md)\n```',
  ])('passes %j', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    ['[x](none.md)', 'The file of the link none.md does not exist.'],
    ['![x](../none.png)', 'The file of the link ../none.png does not exist.'],
    ['[x](guide.md#none)', 'The heading of the link guide.md#none does not exist.'],
    ['[x](guide.md#notes-2)', 'The heading of the link guide.md#notes-2 does not exist.'],
    ['[x](guide.md#code)', 'The heading of the link guide.md#code does not exist.'],
    ['[x](#none)', 'The heading of the link #none does not exist.'],
  ])('names the line of %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([`docs/page.md:3: ${problem}`]);
  });

  it('finds each link of a line', () => {
    expect(problemsOf('[a](a.md) and [b](b.md)')).toHaveLength(2);
  });

  it('reads the pages of this project', async () => {
    expect(await linksCheck.run()).toBe('');
  });
});
