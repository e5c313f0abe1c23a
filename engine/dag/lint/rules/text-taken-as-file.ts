import { stepsOf, valueAt } from '../lint-document.ts';
import type { LintRule } from '../lint-rule.ts';
import { languageTexts } from '../step-references.ts';

export const textTakenAsFile: LintRule = {
  code: 'text-taken-as-file',
  title: 'A command that its program reads as a file name',
  why:
    'A `shell` with flags is used as written, followed by the command. Without a flag for inline code, programs such ' +
    'as `python3` and `perl` look for a file with that name. Reported for known programs, and commands with a space.',
  fix: 'Add the flag that the message names, or use `script`.',
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
        (one) => one.reader.fix !== null && /\s/.test(one.text.trim()),
      );
      if (text === undefined) return [];
      const { program, fix } = text.reader;
      const words = (fix ?? []).join(' ');
      const advice = words === '' ? 'use `script`' : `write \`shell: ${words}\``;
      const range = step.draft.given.has('shell') ? valueAt(step, 'shell') : text;
      return [{ range, message: `${program} reads the command as the name of a file: ${advice}` }];
    }),
};
