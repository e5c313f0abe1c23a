import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Check } from './check.ts';

const read =
  '{*.md,{engine,renderer,test}/**/README.md,resources/{docs,samples}/*.{md,yaml},{engine,main,renderer}/**/*.{ts,tsx}}';
/** What was released stays as it is. */
const exclude = ['CHANGELOG.md', 'engine/storage/migrations/**', 'renderer/assets/**'];

/** Words that no page of GitHub, VS Code or systemd has, spelled so that this line has none of them. */
const words = /(?<!-)\b(no[b]ody|who[e]ver|me[n]d(?:s|ed|ing)?|is none tha[t]|of them al[l])\b/i;

/** What people read is in the words of their other tools. Code may call a value or a variable as it likes. */
export const privateWordsCheck: Check = {
  title: 'No private words in texts',
  async run() {
    return globSync(read, { cwd: projectRoot, exclude })
      .flatMap((file) => privateLines(file, readFileSync(join(projectRoot, file), 'utf8')))
      .join('\n');
  },
};

export function privateLines(file: string, text: string): readonly string[] {
  const isCode = /\.tsx?$/.test(file);
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => (isCode ? textsIn(line) : [line]).some((part) => words.test(part)))
    .map(({ line, number }) => `${file}:${number}: ${line.trim()}`);
}

/** The parts of a line of code that may be texts: in quotes, with blanks. */
function textsIn(line: string): readonly string[] {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
  const quoted = line.match(/(['"`])(?:(?!\1).)* (?:(?!\1).)*\1/g);
  return quoted ?? [];
}
