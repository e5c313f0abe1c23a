import type { CommandModel } from './command-model.ts';

/** `COMMAND:OPTION` of the options behind which a value must follow. */
export function takingValues(models: readonly CommandModel[]): readonly string[] {
  return models.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value === 'any')
      .flatMap(({ names }) => names.map((name) => `${path}:${name}`)),
  );
}

/** What can follow the options of which that is known. */
export function valuesOf(
  models: readonly CommandModel[],
): readonly { readonly at: string; readonly choices: readonly string[] }[] {
  return models.flatMap(({ path, options }) =>
    options
      .filter(({ choices, value }) => choices.length > 0 && value === 'any')
      .flatMap(({ names, choices }) => names.map((name) => ({ at: `${path}:${name}`, choices }))),
  );
}
