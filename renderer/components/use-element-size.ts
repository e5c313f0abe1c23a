import { useCallback, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element as it changes; zero until it stands in the page. */
export function useElementSize(): readonly [(element: HTMLElement | null) => void, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [watch, size];
}
