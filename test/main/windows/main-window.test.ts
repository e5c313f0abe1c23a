import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMainWindow } from '../../../main/windows/main-window.ts';
import { temporaryFolder } from '../../support/home.ts';

class FakeWindow extends EventEmitter {
  readonly given: object;
  readonly done: string[] = [];

  constructor(given: object) {
    super();
    this.given = given;
  }

  maximize(): void {
    this.done.push('maximize');
  }

  show(): void {
    this.done.push('show');
  }

  loadURL(url: string): Promise<void> {
    this.done.push(`load ${url}`);
    return Promise.resolve();
  }
}

function open(isMaximized: boolean): FakeWindow {
  const stateFile = join(temporaryFolder('window'), 'state.json');
  const bounds = { x: 10, y: 20, width: 900, height: 700 };
  writeFileSync(stateFile, JSON.stringify({ ...bounds, isMaximized }));
  const window = openMainWindow({
    BrowserWindow: FakeWindow as never,
    screens: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    preload: '/preload.cjs',
    icon: '/icon.png',
    stateFile,
  });
  return window as unknown as FakeWindow;
}

describe('the main window', () => {
  it.each([
    { was: 'maximized', isMaximized: true, done: ['maximize', 'load app://dagwright/'] },
    { was: 'not maximized', isMaximized: false, done: ['load app://dagwright/'] },
  ])('opens as it was when it was $was, and keeps its place', ({ isMaximized, done }) => {
    const window = open(isMaximized);

    expect(window.done).toEqual(done);
    expect(window.given).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
  });

  it('is shown with its first paint, not before', () => {
    const window = open(false);
    expect(window.given).toMatchObject({ show: false });
    expect(window.done).not.toContain('show');

    window.emit('ready-to-show');

    expect(window.done.at(-1)).toBe('show');
  });
});
