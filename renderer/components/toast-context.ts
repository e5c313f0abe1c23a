import { createContext, useContext } from 'react';
import type { Toasts } from '../lib/toasts.ts';

const ToastContext = createContext<Toasts | undefined>(undefined);

export const ToastProvider = ToastContext.Provider;

/** The toasts of the window, for features to give to their stores. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === undefined) throw new Error('useToasts needs a ToastProvider above it.');
  return toasts;
}
