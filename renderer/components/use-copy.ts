import { useCallback } from 'react';
import { texts } from './texts.ts';
import { useToasts } from './toast-context.ts';

/** Puts a text onto the clipboard. Answers whether it could, and tells the person where it could not. */
export type Copy = (text: string) => Promise<boolean>;

/** Copies for a person. A browser may refuse, and gives no clipboard at all to a page that came over HTTP from elsewhere. */
export function useCopy(): Copy {
  const toasts = useToasts();
  return useCallback(
    async (text) => {
      const isCopied = await write(text);
      if (!isCopied) toasts.getState().tell({ text: texts.notCopied, isProblem: true });
      return isCopied;
    },
    [toasts],
  );
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
