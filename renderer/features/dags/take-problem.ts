import type { Problem } from '../../lib/attempt.ts';

interface Holder {
  readonly getState: () => Problem & { readonly dismiss: () => void };
}

/** What went wrong last, for a form to say: the page behind it says no more of it. */
export function takeProblem(store: Holder): string | undefined {
  const { problem, dismiss } = store.getState();
  dismiss();
  return problem;
}
