import type { IconName } from '../components/icons.tsx';
import type { StatusKey } from '../lib/status-vocabulary.ts';
import type { Theme } from '../lib/theme.ts';

/** What choosing an item does. */
export type PaletteAction =
  | { readonly kind: 'go'; readonly href: string }
  | { readonly kind: 'run' | 'enqueue'; readonly fileName: string; readonly name: string }
  | { readonly kind: 'command'; readonly run: () => void }
  /** A command of the page of a run, by its id. */
  | { readonly kind: 'onRun'; readonly href: string; readonly command: 'stop' | 'answer' }
  | { readonly kind: 'suspend'; readonly fileName: string; readonly suspend: boolean }
  | { readonly kind: 'theme'; readonly theme: Theme };

/** A row of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  /** Some are words of people, which may run from right to left: each stands for itself. */
  readonly details: readonly string[];
  /** What Enter does, in a word or two. */
  readonly hint: string;
  readonly icon: IconName | StatusKey;
  readonly isStatus: boolean;
  /** The person may not do it; the details say why. */
  readonly isRefused?: boolean;
  readonly action: PaletteAction;
  /** What ⌘Enter does. */
  readonly other?: PaletteAction;
}
