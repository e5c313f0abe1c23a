import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Check } from './check.ts';

const sources = '{engine,main,renderer,scripts,test,resources}/**/*.{ts,tsx,js,css,yaml,html}';
/** In capitals, as people write them; spelled so that this line is not one of them. */
const words = /\b(TO[D]O|FIX[M]E)\b/;

/** What is not finished is in an issue, not in a comment. */
export const unfinishedWordsCheck: Check = {
  title: 'No unfinished words',
  async run() {
    return globSync(sources, { cwd: projectRoot })
      .flatMap((file) => unfinishedLines(file, readFileSync(join(projectRoot, file), 'utf8')))
      .join('\n');
  },
};

export function unfinishedLines(file: string, text: string): readonly string[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => words.test(line))
    .map(({ line, number }) => `${file}:${number}: ${line.trim()}`);
}
