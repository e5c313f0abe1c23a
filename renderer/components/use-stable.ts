import { useEffect, useState } from 'react';

/** One object for as long as the component stands, whose functions stay too and do what the latest ones do: rows are then drawn only when they change. */
export function useStable<T extends object>(latest: T): T {
  const [{ stable, renew }] = useState(() => renewable(latest));
  useEffect(() => renew(latest));
  return stable;
}

function renewable<T extends object>(first: T) {
  let current = first;
  const functions = new Map<keyof T, unknown>();
  const through =
    (name: keyof T) =>
    (...given: unknown[]): unknown => {
      const act = current[name];
      return typeof act === 'function' ? (act as (...args: unknown[]) => unknown)(...given) : act;
    };
  return {
    stable: new Proxy(first, {
      get: (_, name) => {
        const known = functions.get(name as keyof T) ?? through(name as keyof T);
        functions.set(name as keyof T, known);
        return known;
      },
    }),
    renew: (latest: T): void => {
      current = latest;
    },
  };
}
