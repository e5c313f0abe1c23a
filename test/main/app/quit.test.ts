import { EventEmitter } from 'node:events';
import type { MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { quitInOrder } from '../../../main/app/quit.ts';
import { PreventableEvent } from '../../support/electron/event.ts';

interface Given {
  readonly steps: number;
  /** The button that the person presses: 0 quits, 1 stays. */
  readonly button?: number;
  /** Whether a window refuses to close at this quit. */
  readonly windowStays?: () => boolean;
}

/** An app that quits as Electron does: unless a listener or a window prevents it. */
function anApp({ steps, button = 0, windowStays = () => false }: Given) {
  const done: string[] = [];
  const shown: MessageBoxOptions[] = [];
  const left = Promise.withResolvers<void>();
  const stayed = Promise.withResolvers<void>();
  const app = Object.assign(new EventEmitter(), {
    quit: () => {
      const event = new PreventableEvent();
      app.emit('before-quit', event);
      if (event.defaultPrevented || windowStays()) return;
      const last = new PreventableEvent();
      app.emit('will-quit', last);
      if (last.defaultPrevented) return;
      done.push('left');
      left.resolve();
    },
  });
  const { quitWithoutAsking } = quitInOrder({
    app: app as never,
    dialog: {
      showMessageBox: async (...given: unknown[]) => {
        shown.push(given.at(-1) as MessageBoxOptions);
        return { response: button, checkboxChecked: false };
      },
    },
    runningSteps: async () => steps,
    stopEngine: async () => void done.push('engine stopped'),
    stay: () => stayed.resolve(),
  });
  return {
    quit: app.quit,
    quitWithoutAsking,
    done,
    shown,
    left: left.promise,
    stayed: stayed.promise,
  };
}

describe('quitInOrder', () => {
  it('stops the engine before it leaves, and asks nothing when nothing runs', async () => {
    const app = anApp({ steps: 0 });

    app.quit();
    await app.left;

    expect(app.done).toEqual(['engine stopped', 'left']);
    expect(app.shown).toEqual([]);
  });

  it.each([
    { steps: 1, message: '1 step is still running' },
    { steps: 3, message: '3 steps are still running' },
  ])('says that "$message" and will be picked up again', async ({ steps, message }) => {
    const app = anApp({ steps });

    app.quit();
    await app.left;

    expect(app.shown).toMatchObject([
      {
        message,
        detail: expect.stringContaining('picks up their output'),
        buttons: ['Quit', 'Cancel'],
      },
    ]);
    expect(app.done).toEqual(['engine stopped', 'left']);
  });

  it('stays when the person says so, and asks again the next time', async () => {
    const app = anApp({ steps: 2, button: 1 });

    app.quit();
    await app.stayed;
    app.quit();

    expect(app.done).toEqual([]);
    await expect.poll(() => app.shown.length).toBe(2);
  });

  it('asks once, however often it is told to quit', async () => {
    const app = anApp({ steps: 1 });

    app.quit();
    app.quit();
    await app.left;

    expect(app.shown).toHaveLength(1);
    expect(app.done).toEqual(['engine stopped', 'left']);
  });

  it('keeps the engine when a window with unsaved changes refuses to close', async () => {
    const refusals = [true, false];
    const app = anApp({ steps: 0, windowStays: () => refusals.shift() ?? false });

    app.quit();
    await expect.poll(() => refusals.length).toBe(1);
    expect(app.done).toEqual([]);
    app.quit();
    await app.left;

    expect(app.done).toEqual(['engine stopped', 'left']);
  });

  it('does not ask a person while the system shuts down', async () => {
    const app = anApp({ steps: 2 });

    app.quitWithoutAsking();
    await app.left;

    expect(app.shown).toEqual([]);
    expect(app.done).toEqual(['engine stopped', 'left']);
  });
});
