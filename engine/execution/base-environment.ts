const allowedNames = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'SHELL']);
const allowedPrefixes = ['SVC_', 'LC_', 'DAG_'];

/** The part of the engine's environment that step processes get (specification "Environment passed to step processes"). */
export function baseEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const base: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && isAllowed(name)) base[name] = value;
  }
  return base;
}

function isAllowed(name: string): boolean {
  return allowedNames.has(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix));
}
