import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Check } from './check.ts';

const FILE = 'test/security-checklist.md';
/** How a row says that nothing has to hold it, with the reason after it. */
const EXCUSE = /^Does not apply: [A-Z].+\.$/;
/** `test/….test.ts`, then the titles of the tests that are meant, each in quotes. */
const reference = /`(?<file>test\/[^`]+\.test\.tsx?)`(?<titles>(?:[:,] “[^”]+”)*)/g;

/** Each row of the security checklist is held by tests that exist, or says why none has to. */
export const securityChecklistCheck: Check = {
  title: 'Security checklist',
  async run() {
    const read = (file: string) => {
      const path = join(projectRoot, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    };
    return checklistProblems(read(FILE) ?? '', read)
      .map((problem) => `${FILE}:${problem}`)
      .join('\n');
  },
};

/** What is wrong with the rows of the tables whose last column is "Held by". */
export function checklistProblems(
  text: string,
  read: (file: string) => string | null,
): readonly string[] {
  const rows = checklistRows(text);
  if (rows.length === 0) return ['1: There is no table whose last column is "Held by".'];
  return rows.flatMap(({ line, holder }) =>
    rowProblems(holder, read).map((problem) => `${line}: ${problem}`),
  );
}

interface Row {
  readonly line: number;
  /** The last cell. */
  readonly holder: string;
}

function checklistRows(text: string): readonly Row[] {
  let isChecklist = false;
  return text.split('\n').flatMap((line, index) => {
    const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).slice(1, -1) : [];
    const holder = cells.at(-1)?.trim();
    if (holder === undefined) isChecklist = false;
    else if (holder === 'Held by') isChecklist = true;
    else if (isChecklist && !/^-+$/.test(holder)) return [{ line: index + 1, holder }];
    return [];
  });
}

function rowProblems(holder: string, read: (file: string) => string | null): readonly string[] {
  const references = [...holder.matchAll(reference)];
  if (references.length === 0) {
    return EXCUSE.test(holder) ? [] : ['A row names a test, or says "Does not apply: " and why.'];
  }
  return references.flatMap(({ groups: { file = '', titles = '' } = {} }) => {
    const source = read(file);
    if (source === null) return [`There is no ${file}.`];
    const named = [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
    if (named.length === 0) return [`Which tests of ${file}? Their titles follow it in quotes.`];
    return named
      .filter((title) => !hasTitle(source, title))
      .map((title) => `${file} has no test “${title}”.`);
  });
}

/** A title stands in the source as a text of its own, in any kind of quotes. */
function hasTitle(source: string, title: string): boolean {
  const quoted = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/['"]/g, '\\\\?$&');
  return new RegExp(`(['"\`])${quoted}\\1`).test(source);
}
