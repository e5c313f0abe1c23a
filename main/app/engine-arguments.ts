import { parseArgs } from 'node:util';

const passedOn = ['home', 'host', 'port'] as const;

/** The settings among the app's own arguments, for the engine; what is meant for Chromium stays here. */
export function engineArguments(args: readonly string[]): string[] {
  const options = Object.fromEntries(passedOn.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: false });
  return passedOn.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [`--${name}=${value}`] : [];
  });
}
