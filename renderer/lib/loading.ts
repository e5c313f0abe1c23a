import { formatError } from './format-error.ts';

/** How far a view is with what it shows. What was loaded before stays until the next answer. */
export interface LoadingState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Why it could not be loaded. */
  readonly message: string;
}

/** What came of a question: what was asked for, or the reason why it could not be had. */
export type Answer<T> =
  ({ readonly phase: 'ready' } & T) | { readonly phase: 'failed'; readonly message: string };

/** Asks for what a view shows, as often as it is called. An answer that a later question overtook would show the past, and is dropped. */
export function loading<T extends object, Question extends readonly unknown[]>(
  load: (...question: Question) => Promise<T>,
  show: (answer: Answer<T>) => void,
): (...question: Question) => Promise<void> {
  let asked = 0;
  return async (...question) => {
    const own = ++asked;
    const answer = await answerOf(() => load(...question));
    if (own === asked) show(answer);
  };
}

/** The answer to a single question. */
export async function answerOf<T extends object>(load: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { phase: 'ready', ...(await load()) };
  } catch (error) {
    return { phase: 'failed', message: formatError(error) };
  }
}
