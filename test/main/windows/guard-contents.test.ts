import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { guardContents } from '../../../main/windows/guard-contents.ts';
import { preventable, PreventableEvent } from '../../support/electron/event.ts';

type OpenHandler = (details: { url: string }) => { action: string };

function guarded({ canOpen = true } = {}) {
  const contents = new EventEmitter();
  const opened: string[] = [];
  let open: OpenHandler = () => ({ action: 'allow' });
  guardContents(
    Object.assign(contents, {
      setWindowOpenHandler: (handler: OpenHandler) => void (open = handler),
    }) as never,
    {
      openExternal: async (url) => {
        opened.push(url);
        if (!canOpen) throw new Error('There is no browser.');
      },
    },
  );
  return { contents, opened, open: (url: string) => open({ url }) };
}

const elsewhere = [
  'https://example.com/',
  'http://127.0.0.1:8080/',
  'https://dagwright/',
  'app://dagwright.example.com/',
  'app://dagwright@example.com/',
  'app://elsewhere/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,hello',
  'blob:app://dagwright/1',
  'about:blank',
  'view-source:app://dagwright/',
  '',
];

describe('guardContents', () => {
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    it.each(elsewhere)(`denies ${name} to "%s"`, (url) => {
      const { contents } = guarded();
      const event = preventable({ url });

      contents.emit(name, event);

      expect(event.defaultPrevented).toBe(true);
    });

    it(`lets ${name} pass inside the app`, () => {
      const { contents } = guarded();
      const event = preventable({ url: 'app://dagwright/runs' });

      contents.emit(name, event);

      expect(event.defaultPrevented).toBe(false);
    });
  }

  it('denies a webview', () => {
    const { contents } = guarded();
    const event = new PreventableEvent();

    contents.emit('will-attach-webview', event);

    expect(event.defaultPrevented).toBe(true);
  });

  it.each(['https://example.com/manual', 'mailto:team@example.com'])(
    'opens no window for %s and hands it to the system',
    (url) => {
      const { open, opened } = guarded();

      expect(open(url)).toEqual({ action: 'deny' });
      expect(opened).toEqual([url]);
    },
  );

  it.each([
    'http://example.com/',
    'app://dagwright/',
    'file:///etc/passwd',
    'file://server/share/program.exe',
    'smb://server/share',
    '\\\\server\\share\\program.exe',
    'ms-msdt:/id PCWDiagnostic',
    'ms-officecmd:{}',
    'vscode://file/etc/passwd',
    'search-ms:query=x',
    'javascript:alert(1)',
    'data:text/html,hello',
    'HTTPS',
    '',
  ])('opens nothing at all for "%s"', (url) => {
    const { open, opened } = guarded();

    expect(open(url)).toEqual({ action: 'deny' });
    expect(opened).toEqual([]);
  });

  it('is not disturbed by a system that cannot open a link', async () => {
    const { open } = guarded({ canOpen: false });

    expect(open('https://example.com/')).toEqual({ action: 'deny' });
    await new Promise(setImmediate);
  });
});
