import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { showWindow } from '../../../main/app/show-window.ts';
import { claimSingleInstance } from '../../../main/app/single-instance.ts';

function anApp(isFirst: boolean) {
  return Object.assign(new EventEmitter(), { requestSingleInstanceLock: () => isFirst });
}

function aWindow(isMinimized: boolean) {
  const done: string[] = [];
  return {
    done,
    isMinimized: () => isMinimized,
    restore: () => done.push('restore'),
    show: () => done.push('show'),
    focus: () => done.push('focus'),
  };
}

describe('claimSingleInstance', () => {
  it('shows the window when a second instance is started', () => {
    const app = anApp(true);
    let shown = 0;

    expect(claimSingleInstance(app as never, () => (shown += 1))).toBe(true);
    app.emit('second-instance');

    expect(shown).toBe(1);
  });

  it('tells a second instance that it is one', () => {
    expect(claimSingleInstance(anApp(false) as never, () => undefined)).toBe(false);
  });
});

describe('showWindow', () => {
  it.each([
    { isMinimized: true, done: ['restore', 'show', 'focus'] },
    { isMinimized: false, done: ['show', 'focus'] },
  ])('brings the open window to the front (minimized: $isMinimized)', ({ isMinimized, done }) => {
    const window = aWindow(isMinimized);

    showWindow({ getAllWindows: () => [window] }, () => window);

    expect(window.done).toEqual(done);
  });

  it('opens a window where none is left', () => {
    const opened = aWindow(false);

    expect(showWindow({ getAllWindows: () => [] }, () => opened)).toBe(opened);
    expect(opened.done).toEqual([]);
  });
});
