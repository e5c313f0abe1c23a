import { createStore, type StoreApi } from 'zustand/vanilla';
import { remember, remembered } from './remembered.ts';
import { texts } from './texts.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What each theme is called by itself, and as a choice under that heading. */
export const themeNames: Readonly<Record<Theme, string>> = texts.theme.names;
export const themeOptions = themes.map((value) => ({ value, label: texts.theme.options[value] }));

export interface ThemeState {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
}

/** Light, dark, or as the system has it; remembered. The tokens follow `data-theme`. */
export function createTheme(page: HTMLElement): StoreApi<ThemeState> {
  return createStore<ThemeState>((set) => ({
    theme: themes.find((theme) => theme === remembered('theme')) ?? 'system',
    choose: (theme) => {
      if (theme === 'system') delete page.dataset['theme'];
      else page.dataset['theme'] = theme;
      remember('theme', theme);
      set({ theme });
    },
  }));
}
