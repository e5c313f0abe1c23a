import { expect, it } from 'vitest';
import { webPreferences } from '../../../main/windows/web-preferences.ts';

it('gives a window a sandboxed page without Node, apart from its preload', () => {
  expect(webPreferences('/app/preload.cjs')).toEqual({
    preload: '/app/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  });
});
