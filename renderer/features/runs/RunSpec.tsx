import { useEffect } from 'react';
import { useStore } from 'zustand';
import { YamlEditor } from '../../components/editor/YamlEditor.tsx';
import type { RunStore } from './run-store.ts';

interface RunSpecProps {
  readonly store: RunStore;
}

/** The definition as it was when the run began. */
export function RunSpec({ store }: RunSpecProps) {
  const spec = useStore(store, (state) => state.spec);
  useEffect(() => void store.getState().loadSpec(), [store]);
  return spec === undefined ? null : <YamlEditor text={spec} isReadOnly />;
}
