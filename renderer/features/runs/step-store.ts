import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChatMessage } from '#contract/messages.ts';
import type { NodeAttempt, StepVariable } from '#contract/run.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { answerOf } from '../../lib/loading.ts';
import { runCalls } from './run-calls.ts';
import type { RunIdentity } from './run-identity.ts';

/** Something that was asked for: on its way, there, or refused with a reason. */
export type Loaded<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly value: T }
  | { readonly phase: 'failed'; readonly message: string };

export interface StepState {
  readonly attempts: ReadonlyMap<string, Loaded<readonly NodeAttempt[]>>;
  readonly environments: ReadonlyMap<string, Loaded<readonly StepVariable[]>>;
  readonly messages: ReadonlyMap<string, Loaded<readonly ChatMessage[]>>;
  readonly loadAttempts: (step: string) => Promise<void>;
  readonly loadEnvironment: (step: string) => Promise<void>;
  readonly loadMessages: (step: string) => Promise<void>;
}

export type StepStore = StoreApi<StepState>;

/** What is known of the steps of a run beyond the run itself, fetched when somebody looks. */
export function createStepStore(engine: EngineConnection, identity: RunIdentity): StepStore {
  const calls = runCalls(engine, identity);
  return createStore<StepState>((set, get) => ({
    attempts: new Map(),
    environments: new Map(),
    messages: new Map(),
    loadAttempts: (step) =>
      load(
        () => calls.attempts(step),
        get().attempts.get(step),
        (loaded) => set({ attempts: new Map(get().attempts).set(step, loaded) }),
      ),
    loadEnvironment: (step) =>
      load(
        () => calls.environment(step),
        get().environments.get(step),
        (loaded) => set({ environments: new Map(get().environments).set(step, loaded) }),
      ),
    loadMessages: (step) =>
      load(
        () => calls.messages(step),
        get().messages.get(step),
        (loaded) => set({ messages: new Map(get().messages).set(step, loaded) }),
      ),
  }));
}

/** What was there before stays until the new answer is. */
async function load<T>(
  work: () => Promise<T>,
  before: Loaded<T> | undefined,
  keep: (loaded: Loaded<T>) => void,
): Promise<void> {
  if (before?.phase !== 'ready') keep({ phase: 'loading' });
  keep(await answerOf(async () => ({ value: await work() })));
}

/** The executions of a step that are known, if any. */
export function knownAttempts(state: StepState, step: string): readonly NodeAttempt[] {
  const loaded = state.attempts.get(step);
  return loaded?.phase === 'ready' ? loaded.value : none;
}

const none: readonly NodeAttempt[] = [];
