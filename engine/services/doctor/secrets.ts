import { ok, warning, type Check } from './check.ts';

const MAX_NAMED = 5;

/** Whether secrets are long enough to be hidden without hiding all else. */
export const secretsCheck: Check = {
  name: 'secrets',
  look: async ({ shortSecrets }) => {
    const found = await shortSecrets();
    if (found.length === 0) return [ok('No secret of a DAG is too short to be hidden.')];
    const named = found.slice(0, MAX_NAMED).map(({ dag, secret }) => `${secret} of ${dag}`);
    const more = found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : '';
    return [
      warning(
        `These secrets have one or two characters, which are hidden wherever they stand in logs: ${named.join(', ')}${more}.`,
        'Use values of at least three characters. What is not a secret can be a parameter or a variable in `env`.',
      ),
    ];
  },
};
