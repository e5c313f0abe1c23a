import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../../client/engine-context.ts';
import { ChangeSummary } from '../../../components/changes/ChangeSummary.tsx';
import { createChangesStore } from './changes-store.ts';

interface WhatChangesProps {
  readonly fileName: string;
  readonly before: string;
  readonly after: string;
}

/** As long as somebody types, nobody reads. */
const ASK_AFTER_MS = 250;

/** What a text changes in the meaning of a DAG. */
export function WhatChanges({ fileName, before, after }: WhatChangesProps) {
  const engine = useEngine();
  const [store] = useState(() => createChangesStore(engine, fileName));
  const { changes, problem, show } = useStore(store);
  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void show(before, after), isFirst.current ? 0 : ASK_AFTER_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [show, before, after]);

  return <ChangeSummary changes={changes} problem={problem} against="disk" />;
}
