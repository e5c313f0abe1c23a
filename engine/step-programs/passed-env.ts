/** Variables that mean something on this computer alone. */
const own =
  /^(?:PATH|HOME|LANG|TZ|SHELL|PWD|OLDPWD|SHLVL|_|LC_.*|SVC_(?!PARAMS_JSON$).*|DAG_STEP_COOKIE|ELECTRON_RUN_AS_NODE)$/;

/** What runs elsewhere gets these variables of its step: all but those of this computer that the DAG does not set itself. */
export function passedEnv(
  env: NodeJS.ProcessEnv,
  declared: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  const set = new Set(declared);
  return Object.entries(env).flatMap(([name, value = '']) =>
    own.test(name) && !set.has(name) ? [] : [[name, value] as const],
  );
}
