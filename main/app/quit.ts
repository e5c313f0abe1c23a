import type { App, Dialog } from 'electron';
import { QUIT_BUTTON, quitNotice } from './quit-notice.ts';

interface QuitOptions {
  readonly app: Pick<App, 'on' | 'quit'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly runningSteps: () => Promise<number>;
  readonly stopEngine: () => Promise<void>;
  /** After a quit that was called off: it may have closed the last window. */
  readonly stay: () => void;
}

/**
 * The order of a quit: say what goes on, close the windows, end the engine, leave. The engine comes after the windows,
 * for a window with unsaved changes can still call it off. Returns the way to quit without a question, for a system
 * that shuts down.
 */
export function quitInOrder({ app, dialog, runningSteps, stopEngine, stay }: QuitOptions) {
  let phase: 'open' | 'asking' | 'confirmed' | 'stopping' | 'stopped' = 'open';

  function quitWithoutAsking(): void {
    phase = 'confirmed';
    app.quit();
  }

  async function ask(): Promise<void> {
    phase = 'asking';
    const steps = await runningSteps();
    if (steps === 0 || (await isConfirmed(dialog, steps))) return quitWithoutAsking();
    phase = 'open';
    stay();
  }

  async function stop(): Promise<void> {
    phase = 'stopping';
    await stopEngine();
    phase = 'stopped';
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (phase !== 'open' && phase !== 'asking') return;
    event.preventDefault();
    if (phase === 'open') void ask();
  });

  app.on('will-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (phase !== 'stopping') void stop();
  });

  return { quitWithoutAsking };
}

async function isConfirmed(
  dialog: Pick<Dialog, 'showMessageBox'>,
  steps: number,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(quitNotice(steps));
  return response === QUIT_BUTTON;
}
