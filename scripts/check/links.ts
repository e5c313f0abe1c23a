import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot, type Check } from './check.ts';

const pages = [
  '{README,ARCHITECTURE,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  '{engine,renderer}/**/README.md',
  'resources/docs/*.md',
];
/** The target of `[text](target)` and of `![text](target)`. */
const link = /\]\((?<target>[^()\s]+)\)/g;

/** Each relative link of the pages that people read leads to a file that exists, and to a heading in it. */
export const linksCheck: Check = {
  title: 'Links',
  async run() {
    return globSync(pages, { cwd: projectRoot })
      .toSorted()
      .flatMap((page) => linkProblems(page, read))
      .join('\n');
  },
};

/** The text of a file, empty for a folder; null where there is neither. */
type Read = (path: string) => string | null;

function read(path: string): string | null {
  const place = join(projectRoot, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isFile() ? readFileSync(place, 'utf8') : '';
}

/** What is wrong with the relative links of a page, each with its line. */
export function linkProblems(page: string, read: Read): readonly string[] {
  return proseOf(read(page) ?? '').flatMap((line, index) =>
    [...line.matchAll(link)]
      .map(({ groups }) => groups?.['target'] ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .flatMap((target) => targetProblem(page, target, read) ?? [])
      .map((problem) => `${page}:${index + 1}: ${problem}`),
  );
}

function targetProblem(page: string, target: string, read: Read): string | null {
  const [path = '', heading] = target.split('#');
  const text = read(path === '' ? page : join(dirname(page), path));
  if (text === null) return `The file of the link ${target} does not exist.`;
  if (heading === undefined || anchorsOf(text).has(heading)) return null;
  return `The heading of the link ${target} does not exist.`;
}

/** The anchors that GitHub gives to the headings of a page: a heading that comes again is numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of proseOf(text)) {
    const heading = /^#{1,6} +(.+?) *#*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading);
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}

function anchorOf(heading: string): string {
  return heading
    .replace(/\]\([^)]*\)/g, ']')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** The lines of a page, empty where code stands: brackets in it are no links, and `#` no heading. */
function proseOf(text: string): readonly string[] {
  let fence = '';
  return text.split('\n').map((line) => {
    const mark = /^ *(?<mark>`{3,}|~{3,})/.exec(line)?.groups?.['mark'] ?? '';
    if (fence === '' && mark === '') return line.startsWith('#') ? line : withoutCode(line);
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    return '';
  });
}

function withoutCode(line: string): string {
  return line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
}
