import { useState } from 'react';
import { formatError } from '../lib/format-error.ts';

interface Submit {
  /** What went wrong the last time, said where it was asked for. */
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly submit: (work: () => Promise<unknown>) => Promise<void>;
}

/** Sending of a form: one at a time, and what became of it. */
export function useSubmit(): Submit {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (work: () => Promise<unknown>) => {
    setSending(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(formatError(error));
    } finally {
      setSending(false);
    }
  };
  return { problem, isSending, submit };
}
