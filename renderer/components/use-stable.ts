import { useEffect, useRef, useState } from 'react';

/** One object for as long as the component stands, whose functions do what the latest ones do: rows are then drawn only when they change. */
export function useStable<T extends object>(latest: T): T {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  const [stable] = useState(
    () => new Proxy(latest, { get: (_, name) => through(current, name as keyof T) }),
  );
  return stable;
}

function through<T extends object>(current: { readonly current: T }, name: keyof T): unknown {
  return (...given: unknown[]) => {
    const act = current.current[name];
    return typeof act === 'function' ? (act as (...args: unknown[]) => unknown)(...given) : act;
  };
}
