import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlacement, rememberPlacement } from '../../../main/windows/window-state.ts';
import { temporaryFolder } from '../../support/home.ts';
import { replaceBy } from '../../support/stand-ins.ts';

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
const first = { bounds: { width: 1280, height: 820 }, isMaximized: false };

function closeWindow(file: string, bounds: object, isMaximized = false): void {
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => isMaximized,
  });
  rememberPlacement(window as never, file);
  window.emit('close');
}

describe('the place of the window', () => {
  it('is where it was when the window was last closed', () => {
    const file = join(temporaryFolder('state'), 'new/window-state.json');
    const bounds = { x: 40, y: 50, width: 900, height: 700 };

    closeWindow(file, bounds, true);

    expect(readPlacement(file, screens)).toEqual({ bounds, isMaximized: true });
  });

  it('is chosen by the system at the first start', () => {
    expect(readPlacement(join(temporaryFolder('state'), 'none.json'), screens)).toEqual(first);
  });

  it.each(['', '{', 'null', '{"x":1}', '{"x":0,"y":0,"width":1,"height":1,"isMaximized":false}'])(
    'is that of a first start when the file holds %j',
    (content) => {
      const file = join(temporaryFolder('state'), 'window-state.json');
      writeFileSync(file, content);

      expect(readPlacement(file, screens)).toEqual(first);
    },
  );

  it.each([
    { place: 'right of every screen', x: 1900, y: 0 },
    { place: 'left of every screen', x: -880, y: 0 },
    { place: 'above the screen', x: 0, y: -20 },
    { place: 'below the screen', x: 0, y: 1040 },
  ])('keeps its size but not its position $place', ({ x, y }) => {
    const file = join(temporaryFolder('state'), 'window-state.json');
    closeWindow(file, { x, y, width: 900, height: 700 });

    expect(readPlacement(file, screens).bounds).toEqual({ width: 900, height: 700 });
  });

  it('is neither read from a pipe nor written to one', () => {
    const file = join(temporaryFolder('state'), 'window-state.json');
    replaceBy('a named pipe', file);
    replaceBy('a named pipe', `${file}.new`);
    const bounds = { x: 40, y: 50, width: 900, height: 700 };

    expect(readPlacement(file, screens)).toEqual(first);
    closeWindow(file, bounds);

    expect(readPlacement(file, screens).bounds).toEqual(bounds);
  });

  it('does not keep a window from closing when it cannot be written', () => {
    const file = join(temporaryFolder('state'), 'a-file');
    writeFileSync(file, '');

    expect(() => closeWindow(join(file, 'state.json'), {})).not.toThrow();
  });
});
