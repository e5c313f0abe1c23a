import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';

const windowState = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400),
  height: z.int().min(300),
  isMaximized: z.boolean(),
});
type WindowState = z.infer<typeof windowState>;

export interface Placement {
  readonly bounds: Partial<Rectangle> & { readonly width: number; readonly height: number };
  readonly isMaximized: boolean;
}

const firstPlacement: Placement = { bounds: { width: 1280, height: 820 }, isMaximized: false };

/** Where the window was when it was last closed, if that place is still on a screen. */
export function readPlacement(file: string, screens: readonly Rectangle[]): Placement {
  const state = readState(file);
  if (state === null) return firstPlacement;
  const { isMaximized, x, y, width, height } = state;
  const isVisible = screens.some((screen) => overlaps(screen, state));
  return { bounds: isVisible ? { x, y, width, height } : { width, height }, isMaximized };
}

/** Keeps the place of a window for the next start. */
export function rememberPlacement(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>,
  file: string,
): void {
  // By the time of `closed` the bounds are gone. Two windows close one after the other: the last one counts.
  window.on('close', () => {
    writeState(file, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  });
}

function readState(file: string): WindowState | null {
  try {
    // A pipe in its place would hold up the start forever.
    if (!statSync(file).isFile()) return null;
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing at the first start; a damaged file must not keep the window from opening.
    return null;
  }
}

function writeState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, JSON.stringify(state), { flag: 'wx', mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk costs the place of the window, not the quit.
  }
}

/** A corner of the title bar must be in reach, or the window cannot be moved back. */
function overlaps(screen: Rectangle, { x, y, width }: WindowState): boolean {
  const reach = 80;
  return (
    x + width > screen.x + reach &&
    x < screen.x + screen.width - reach &&
    y >= screen.y &&
    y < screen.y + screen.height - reach
  );
}
