import { ok, warning, type Check } from './check.ts';

const MAX_NAMED = 5;

/** Whether all definitions can be read. */
export const dagsCheck: Check = {
  name: 'dags',
  look: async ({ dags }) => {
    const { files, broken } = await dags();
    if (broken.length === 0) return [ok(`${files} DAG files, none with errors.`)];
    const named = broken.slice(0, MAX_NAMED).join(', ');
    const more = broken.length > MAX_NAMED ? ` and ${broken.length - MAX_NAMED} more` : '';
    return [
      warning(
        `${broken.length} of ${files} DAG files have errors: ${named}${more}.`,
        'Run `dagwright validate <file>` to see them.',
      ),
    ];
  },
};
