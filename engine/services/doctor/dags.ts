import { ok, warning, type Check } from './check.ts';

const MOST_NAMED = 5;

/** Whether all definitions can be read. */
export const dagsCheck: Check = {
  name: 'dags',
  look: async ({ dags }) => {
    const { files, broken } = await dags();
    if (broken.length === 0) return [ok(`${files} DAG files, none with errors.`)];
    const named = broken.slice(0, MOST_NAMED).join(', ');
    const more = broken.length > MOST_NAMED ? ` and ${broken.length - MOST_NAMED} more` : '';
    return [
      warning(
        `${broken.length} of ${files} DAG files have errors: ${named}${more}.`,
        '`dagwright validate <file>` shows them with their places.',
      ),
    ];
  },
};
