import { createStore, type StoreApi } from 'zustand/vanilla';
import { remember, remembered } from './remembered.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeWords: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

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
