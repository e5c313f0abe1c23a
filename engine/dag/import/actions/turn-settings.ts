import { isMap, isScalar, type YAMLMap } from 'yaml';
import { pairOf, textOf } from './steps-of.ts';

/** Settings that have another name here than the one that their spelling says. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http: { skipTLSVerify: 'tls_skip_verify', skip_tls_verify: 'tls_skip_verify' },
  ssh: { ip: 'host' },
  sftp: { ip: 'host' },
};

/** Settings that ask for what happens anyway. */
const harmless: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  http: { debug: 'false' },
};

/** Writes the settings of a type of step as they are called here. Returns whether there were any. */
export function turnSettings(type: string, config: YAMLMap): boolean {
  const names = renamed[type] ?? {};
  const idle = harmless[type] ?? {};
  let hasChanged = false;
  for (const pair of [...config.items]) {
    if (!isScalar(pair.key)) continue;
    const name = textOf(pair.key) ?? '';
    const target = Object.hasOwn(names, name) ? names[name] : undefined;
    const isIdle = Object.hasOwn(idle, name) && idle[name] === textOf(pair.value);
    if (target !== undefined && !config.has(target)) pair.key.value = target;
    else if (isIdle) config.items.splice(config.items.indexOf(pair), 1);
    else continue;
    hasChanged = true;
  }
  return hasChanged;
}

/** A condition that is a command was named by that. Returns whether there was one. */
export function turnConditions(map: YAMLMap): boolean {
  let hasChanged = false;
  for (const key of ['precondition', 'preconditions']) {
    for (const condition of mapsIn(map.get(key, true))) {
      const pair = pairOf(condition, 'command');
      if (pair === undefined || condition.has('condition') || !isScalar(pair.key)) continue;
      pair.key.value = 'condition';
      hasChanged = true;
    }
  }
  return hasChanged;
}

function mapsIn(node: unknown): readonly YAMLMap[] {
  if (isMap(node)) return [node];
  const items = (node as { readonly items?: readonly unknown[] } | undefined)?.items ?? [];
  return items.filter((item) => isMap(item));
}
