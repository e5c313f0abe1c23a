import { stepsOf, valueAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';
import { languageTexts } from '../step-references.ts';

export const textTakenAsFile: LintRule = {
  code: 'text-taken-as-file',
  title: 'A command that its program takes for a file',
  why:
    'A `shell` with flags is used as it is written, and the command follows. Where no flag says that a text comes, programs such ' +
    'as `python3` and `perl` look for a file of that name. Reported for programs that are known, and commands with a space in them.',
  mend: 'Add the flag that the message names, or use `script`.',
  wrong: `steps:
  - shell: [perl, -l]
    command: print 6 * 7
`,
  right: `steps:
  - shell: [perl, -l, -e]
    command: print 6 * 7
`,
  find: (document) =>
    stepsOf(document).flatMap((step) => {
      const text = languageTexts(step).find(
        (one) => one.reader.mend !== null && /\s/.test(one.text.trim()),
      );
      if (text === undefined) return [];
      const { program, mend } = text.reader;
      const words = (mend ?? []).join(' ');
      const advice = words === '' ? 'use `script`' : `write \`shell: ${words}\``;
      const range = step.draft.given.has('shell') ? valueAt(step, 'shell') : text;
      return [{ range, message: `${program} takes the command for the name of a file: ${advice}` }];
    }),
};
