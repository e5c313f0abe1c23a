import { describe, expect, it } from 'vitest';
import { newDag, search } from '../../../main/menus/window-commands.ts';

function aWindow(url: string) {
  const done: unknown[] = [];
  const window = {
    loadURL: async (address: string) => void done.push(`load ${address}`),
    webContents: {
      getURL: () => url,
      executeJavaScript: async () => void done.push('drawn'),
      sendInputEvent: ({ type, keyCode, modifiers = [] }: Record<string, unknown>) =>
        void done.push([type, keyCode, modifiers]),
    },
  };
  return { window: window as never, done };
}

const typesN = [
  ['keyDown', 'n', []],
  ['char', 'n', []],
  ['keyUp', 'n', []],
];

describe('search', () => {
  it.each([
    { platform: 'darwin', modifier: 'meta' },
    { platform: 'linux', modifier: 'control' },
    { platform: 'win32', modifier: 'control' },
  ] as const)('presses the key of the palette on $platform', ({ platform, modifier }) => {
    const { window, done } = aWindow('app://dagwright/');

    search(window, platform);

    expect(done).toEqual([
      ['keyDown', 'K', [modifier]],
      ['keyUp', 'K', [modifier]],
    ]);
  });
});

describe('newDag', () => {
  it.each(['app://dagwright/', 'app://dagwright/dags', 'app://dagwright/dags?q=etl'])(
    'presses its key at once on %s',
    async (url) => {
      const { window, done } = aWindow(url);

      await newDag(window);

      expect(done).toEqual(typesN);
    },
  );

  it('goes to the list first, and waits until that is drawn', async () => {
    const { window, done } = aWindow('app://dagwright/runs/etl/1');

    await newDag(window);

    expect(done).toEqual(['load app://dagwright/dags', 'drawn', ...typesN]);
  });
});
