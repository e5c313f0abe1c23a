import { ok, problem, warning, type Check } from './check.ts';

const MAX_NAMED = 5;

/** Whether all definitions can be read. */
export const dagsCheck: Check = {
  name: 'dags',
  look: async ({ dags }) => {
    const { files, broken, ignored = [], folderProblem = null } = await dags();
    if (folderProblem !== null) {
      return [
        problem(
          folderProblem,
          `Until then none of the ${files} known DAGs runs. Their history, schedules and webhooks are kept.`,
        ),
      ];
    }
    const notes = ignored.slice(0, MAX_NAMED).map((message) => warning(message, SEE_LIST));
    if (broken.length === 0) return [ok(`${files} DAG files, none with errors.`), ...notes];
    const named = broken.slice(0, MAX_NAMED).join(', ');
    const more = broken.length > MAX_NAMED ? ` and ${broken.length - MAX_NAMED} more` : '';
    return [
      warning(
        `${broken.length} of ${files} DAG files have errors: ${named}${more}.`,
        'Run `dagwright validate <file>` to see them.',
      ),
      ...notes,
    ];
  },
};

const SEE_LIST = 'The list of DAGs names all files that are ignored.';
