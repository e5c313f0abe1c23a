import { useCallback } from 'react';
import { useStore } from 'zustand';
import { accessOf } from '#contract/access.ts';
import type { OperationName } from '#contract/operations.ts';
import { routes } from '#contract/routes.ts';
import { formatRefusal } from '../lib/format-refusal.ts';
import { useEngine } from './engine-context.ts';

/** Why the person at this page may not do a thing; nothing when he may. The contract says what each operation needs. */
export type Refusal = (name: OperationName) => string | undefined;

/** Judges by the role of the session; without accounts the person may do everything. */
export function useRefusal(): Refusal {
  const { state } = useEngine().session;
  const role = useStore(state, ({ user }) => user?.role ?? 'admin');
  const inlineRuns = useStore(state, (session) => session.inlineRuns);
  return useCallback(
    (name) => formatRefusal(role, accessOf(routes[name], inlineRuns)),
    [role, inlineRuns],
  );
}
