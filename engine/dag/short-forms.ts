/** The line that croner knows for no time: once for each boot of the machine. */
export const REBOOT = '@reboot';

/** What stands for five fields. */
const shortForms: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
  [REBOOT]: REBOOT,
};

export const SHORT_FORMS = Object.keys(shortForms);

/** The five fields of a short form, or `@reboot`; undefined for a word that is none. */
export const shortForm = (word: string): string | undefined => shortForms[word.toLowerCase()];
