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
 * The order of a quit: say what goes on, end the engine, then leave. Returns the way to quit without a question, for
 * a system that shuts down.
 */
export function quitInOrder({ app, dialog, runningSteps, stopEngine, stay }: QuitOptions) {
  let phase: 'open' | 'asking' | 'leaving' | 'left' = 'open';

  async function leave(): Promise<void> {
    phase = 'leaving';
    await stopEngine();
    phase = 'left';
    app.quit();
  }

  async function ask(): Promise<void> {
    phase = 'asking';
    const steps = await runningSteps();
    if (steps === 0 || (await isConfirmed(dialog, steps))) return leave();
    phase = 'open';
    stay();
  }

  app.on('before-quit', (event) => {
    if (phase === 'left') return;
    event.preventDefault();
    if (phase === 'open') void ask();
  });

  return { quitWithoutAsking: () => (phase === 'open' ? leave() : Promise.resolve()) };
}

async function isConfirmed(
  dialog: Pick<Dialog, 'showMessageBox'>,
  steps: number,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(quitNotice(steps));
  return response === QUIT_BUTTON;
}
