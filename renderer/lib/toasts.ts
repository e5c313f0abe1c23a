import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatError } from './format-error.ts';
import { texts } from './texts.ts';

/** What a person is told for ten seconds, and may take back meanwhile. */
export interface Notice {
  readonly text: string;
  /** What the button says; "Undo" where it is left out. */
  readonly verb?: string;
  /** Takes it back. */
  readonly undo?: () => Promise<unknown>;
  /** What is done only when the time to take it back is over, because nothing could undo it. Answers what could not be done. */
  readonly settle?: () => Promise<Undone | undefined>;
  /** What lists leave out for as long as it may come back. */
  readonly hides?: readonly string[];
  /** What is said when what was put off, or taking it back, went wrong. */
  readonly failed?: (reason: string) => string;
  /** Something went wrong. */
  readonly isProblem?: boolean;
}

/** The part of what was put off that could not be done. */
export interface Undone {
  readonly problem: string;
  /** Come back to the lists. */
  readonly shows: readonly string[];
}

export interface Toast extends Notice {
  readonly id: number;
  /** No longer shown: what it put off is on its way. */
  readonly isSettling: boolean;
}

export interface ToastState {
  /** Oldest first. */
  readonly toasts: readonly Toast[];
  readonly tell: (notice: Notice) => void;
  readonly undo: (id: number) => Promise<void>;
  /** Takes back the latest of what can be. Says whether there was one. */
  readonly undoLatest: () => boolean;
  /** Ends a toast before its time. What it put off is done. */
  readonly dismiss: (id: number) => void;
  /** Time stands still while any reason holds it: a pointer over a toast, the focus in one, a hidden window. */
  readonly hold: (reason: string, isHeld: boolean) => void;
  /** Does at once what was put off, because the page is left. */
  readonly settleAll: () => void;
}

export type Toasts = StoreApi<ToastState>;

export const TOAST_MS = 10_000;
/** Lists hear a moment after the answer that something is gone. */
const LINGER_MS = 1_000;

/** The toasts of a window. Whatever is put off happens once: when its time is over, or when the page is left. */
export function createToasts(): Toasts {
  return createStore<ToastState>((set, get) => {
    const clocks = new Map<number, Countdown>();
    const held = new Set<string>();
    let lastId = 0;

    const find = (id: number) => get().toasts.find((one) => one.id === id && !one.isSettling);
    const drop = (id: number) => {
      clocks.get(id)?.stop();
      clocks.delete(id);
      set({ toasts: get().toasts.filter((one) => one.id !== id) });
    };
    const change = (id: number, changes: Partial<Toast>) =>
      set({ toasts: get().toasts.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
    const fail = ({ failed }: Notice, error: unknown) => {
      const reason = formatError(error);
      get().tell({ text: failed?.(reason) ?? reason, isProblem: true });
    };
    const settle = async (id: number) => {
      const toast = find(id);
      if (toast?.settle === undefined) return drop(id);
      clocks.get(id)?.stop();
      change(id, { isSettling: true });
      try {
        const undone = await toast.settle();
        if (undone) {
          change(id, { hides: toast.hides?.filter((key) => !undone.shows.includes(key)) ?? [] });
          get().tell({ text: undone.problem, isProblem: true });
        }
        setTimeout(() => drop(id), LINGER_MS);
      } catch (error) {
        drop(id);
        fail(toast, error);
      }
    };

    return {
      toasts: [],

      tell: (notice) => {
        const id = ++lastId;
        set({ toasts: [...get().toasts, { ...notice, id, isSettling: false }] });
        const clock = createCountdown(TOAST_MS, () => void settle(id));
        clocks.set(id, clock);
        if (held.size === 0) clock.run();
      },

      undo: async (id) => {
        const toast = find(id);
        if (toast === undefined) return;
        drop(id);
        try {
          await toast.undo?.();
        } catch (error) {
          fail(toast, error);
        }
      },

      undoLatest: () => {
        const latest = get().toasts.findLast((one) => canUndo(one));
        if (latest !== undefined) void get().undo(latest.id);
        return latest !== undefined;
      },

      dismiss: (id) => void settle(id),

      hold: (reason, isHeld) => {
        const was = held.size > 0;
        if (isHeld) held.add(reason);
        else held.delete(reason);
        if (was === held.size > 0) return;
        for (const clock of clocks.values()) {
          if (was) clock.run();
          else clock.stop();
        }
      },

      settleAll: () => {
        for (const { id } of get().toasts) void settle(id);
      },
    };
  });
}

/** Whether the toast has a button that takes something back. */
export function canUndo({ undo, settle, isSettling }: Toast): boolean {
  return !isSettling && (undo !== undefined || settle !== undefined);
}

/** The word of its button. */
export function undoVerb({ verb = texts.undo }: Toast): string {
  return verb;
}

/** What toasts keep out of lists. */
export function hiddenBy(toasts: readonly Toast[]): ReadonlySet<string> {
  return new Set(toasts.flatMap(({ hides = [] }) => hides));
}

interface Countdown {
  readonly run: () => void;
  /** Keeps what is left of the time. */
  readonly stop: () => void;
}

function createCountdown(ms: number, end: () => void): Countdown {
  let left = ms;
  let began: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run: () => {
      if (began !== undefined) return;
      began = Date.now();
      timer = setTimeout(end, left);
    },
    stop: () => {
      if (began === undefined) return;
      clearTimeout(timer);
      left = Math.max(0, left - (Date.now() - began));
      began = undefined;
    },
  };
}
