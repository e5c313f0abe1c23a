import { remember, remembered } from './remembered.ts';

const KEY = 'palette.recent';
const MAX_RECENT = 30;

/** What was chosen in the palette of this window before, the latest first. */
export function recentChoices(): readonly string[] {
  return (remembered(KEY) ?? '').split('\n').filter(Boolean);
}

/** Puts a choice before the others; the oldest are forgotten. */
export function rememberChoice(id: string): void {
  const others = recentChoices().filter((other) => other !== id);
  remember(KEY, [id, ...others].slice(0, MAX_RECENT).join('\n'));
}
