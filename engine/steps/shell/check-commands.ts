import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';

/** Beside a script the command is the program that interprets it. */
export function checkCommands({ values, at, given }: StepDraft, report: Report): void {
  const { commands, script } = values;
  const blank = commands.find(({ text }) => text.trim() === '');
  if (blank) report.error(blank, '`command` must not be empty');
  else if (script !== null && commands.length > 1) {
    const rule = 'with a `script`, `command` is its interpreter and must be a single text';
    report.error(given.get('command')?.value ?? at, rule);
  }
}
