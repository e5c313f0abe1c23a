import './toasts.css';
import { useEffect, useRef, type RefObject } from 'react';
import { useStore } from 'zustand';
import { isCommandKey, isTyping } from '../lib/shortcut.ts';
import { canUndo, undoVerb, type Toast, type Toasts } from '../lib/toasts.ts';
import { Button } from './Button.tsx';
import { Coded } from './Coded.tsx';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { texts } from './texts.ts';

interface ToastListProps {
  readonly store: Toasts;
}

/** What was just done, with the way back. F8 goes to it; Ctrl Z takes back the latest while it is there. */
export function ToastList({ store }: ToastListProps) {
  const { toasts, hold } = useStore(store);
  const list = useRef<HTMLDivElement>(null);
  useToastKeys(store, list);
  useToastLife(store);
  const shown = toasts.filter((toast) => !toast.isSettling);
  useEffect(() => {
    // What left the page under the pointer or with the focus holds nothing any more.
    if (list.current?.matches(':hover') !== true) hold('pointer', false);
    if (list.current?.contains(document.activeElement) !== true) hold('focus', false);
  }, [shown.length, hold]);
  return (
    <div
      ref={list}
      className="toasts"
      role="region"
      aria-label={texts.toasts.label}
      // Stands above a dialog, and so can be used while one is open.
      data-react-aria-top-layer
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      <div role="status" aria-relevant="additions">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} store={store} />
        ))}
      </div>
    </div>
  );
}

function ToastItem({ toast, store }: { readonly toast: Toast; readonly store: Toasts }) {
  const { undo, dismiss } = store.getState();
  return (
    <div className="toast">
      {toast.isProblem && (
        <span className="tone-failed">
          <Icon name="failed" />
        </span>
      )}
      <span className="grow">
        <Coded text={toast.text} />
      </span>
      {canUndo(toast) && (
        <Button size="small" onPress={() => void undo(toast.id)}>
          {undoVerb(toast)}
        </Button>
      )}
      <IconButton icon="cross" label={texts.dismiss} onPress={() => dismiss(toast.id)} />
    </div>
  );
}

function useToastKeys(store: Toasts, list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key === 'F8') {
        list.current?.querySelector<HTMLElement>('.toast:last-child button')?.focus();
        event.preventDefault();
      } else if (isCommandKey(event) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
        // While a person types, it takes back what was typed.
        if (!isTyping(event) && store.getState().undoLatest()) event.preventDefault();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store, list]);
}

/** Time stands still while nobody can see the window; what was put off is done when the page is left. */
function useToastLife(store: Toasts): void {
  useEffect(() => {
    const { hold, settleAll } = store.getState();
    const see = () => hold('hidden', document.hidden);
    see();
    document.addEventListener('visibilitychange', see);
    window.addEventListener('pagehide', settleAll);
    return () => {
      document.removeEventListener('visibilitychange', see);
      window.removeEventListener('pagehide', settleAll);
    };
  }, [store]);
}
