import { useCallback } from 'react';
import { useStore } from 'zustand';
import { operations, type OperationName } from '#contract/operations.ts';
import { refusalWords } from '../lib/refusal-words.ts';
import { useEngine } from './engine-context.ts';

/** Why the person at this page may not do a thing; nothing when he may. The contract says what each operation needs. */
export type Refusal = (name: OperationName) => string | undefined;

export function useRefusal(): Refusal {
  const user = useStore(useEngine().session.state, (state) => state.user);
  const role = user?.role ?? 'admin';
  return useCallback((name) => refusalWords(role, operations[name].access), [role]);
}
