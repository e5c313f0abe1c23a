import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithReal } from '../support/real.ts';
import { buildApp } from '../support/build-app.ts';
import { openApp, type OpenApp } from './open-app.ts';

const SLOW = 60_000;
const FOREIGN = 'ranForeignCode=true';

describeWithReal('chromium', 'The page of the window', () => {
  let app: OpenApp;

  beforeAll(async () => {
    buildApp();
    app = await openApp();
    await app.page.getByText('Engine ready').waitFor();
  }, SLOW);
  afterAll(() => app?.close(), SLOW);

  it('sees two functions of the app and nothing of Node or Electron', async () => {
    const seen = await app.page.evaluate(() => {
      const page = globalThis as unknown as Record<string, unknown>;
      const names = ['process', 'require', 'module', 'exports', 'Buffer', 'global', 'electron'];
      const bridge = page['dagwright'] as object;
      return {
        ofNode: names.filter((name) => page[name] !== undefined),
        bridge: Object.entries(bridge).map(([name, value]) => [name, typeof value]),
        isFrozen: Object.isFrozen(bridge),
        ipc: Object.getOwnPropertyNames(page).filter((name) => /ipc|standin|electron/i.test(name)),
      };
    });

    expect(seen).toEqual({
      ofNode: [],
      bridge: [
        ['call', 'function'],
        ['subscribe', 'function'],
      ],
      isFrozen: true,
      ipc: [],
    });
  });

  it('cannot put something else in place of the bridge', async () => {
    const isSame = await app.page.evaluate(() => {
      const page = globalThis as unknown as { dagwright: unknown };
      const before = page.dagwright;
      try {
        page.dagwright = { call: () => 'mine' };
      } catch {
        // Modules are strict: the assignment itself fails.
      }
      return page.dagwright === before;
    });

    expect(isSame).toBe(true);
  });

  it.each([
    { way: 'a script element', into: script({ textContent: FOREIGN }) },
    { way: 'a script from elsewhere', into: script({ src: 'https://example.com/script.js' }) },
    {
      way: 'a script in its own address',
      into: script({ src: `data:text/javascript,${FOREIGN}` }),
    },
    { way: 'an event handler', into: markup(`<img src="x" onerror="${FOREIGN}">`) },
    { way: 'a link', into: `location.href = 'javascript:${FOREIGN}'` },
    { way: 'text that is made code', into: `setTimeout('${FOREIGN}')` },
  ])('runs no code that gets into it by $way', async ({ into }) => {
    const refusal = app.page.evaluate(refusedDirective);
    await app.page.evaluate(`void (${into})`);

    expect(await refusal).toMatch(/^(script-src|frame-src)/);
    expect(await app.page.evaluate('globalThis.ranForeignCode')).toBeUndefined();
  });

  it('runs no code that gets into it in a frame', async () => {
    const frame = JSON.stringify(`<script>top.${FOREIGN}</script>`);

    await app.page.evaluate(`new Promise((resolve) => document.body.append(
      Object.assign(document.createElement('iframe'), { srcdoc: ${frame}, onload: resolve })))`);

    expect(await app.page.evaluate('globalThis.ranForeignCode')).toBeUndefined();
  });

  it('sends nothing to other places', async () => {
    const refused = await app.page.evaluate(() =>
      fetch('https://example.com/?secret').then(
        () => 'sent',
        () => 'refused',
      ),
    );

    expect(refused).toBe('refused');
  });

  it.each([
    ['img-src', markup('<img src="https://example.com/pixel.png">')],
    ['img-src', markup('<svg><image href="http://127.0.0.1:8080/pixel.png" /></svg>')],
    ['style-src-elem', markup('<link rel="stylesheet" href="https://example.com/style.css">')],
    ['font-src', `new FontFace('a', 'url(https://example.com/font.woff2)').load().catch(() => 0)`],
    ['media-src', markup('<video src="https://example.com/film.mp4"></video>')],
    ['object-src', markup('<object data="https://example.com/a.pdf"></object>')],
    ['frame-src', markup('<iframe src="https://example.com/"></iframe>')],
    ['connect-src', `new WebSocket('wss://example.com/')`],
    ['connect-src', `new EventSource('http://127.0.0.1:8080/api/v1/events')`],
    ['connect-src', `navigator.sendBeacon('https://example.com/', 'text')`],
    ['base-uri', markup('<base href="https://example.com/">')],
    ['form-action', submit('https://example.com/')],
  ])('loads nothing from elsewhere: %s', async (directive, into) => {
    const refusal = app.page.evaluate(refusalBy(directive));
    await app.page.evaluate(`void (${into})`);

    expect(await refusal).toBe(directive);
  });

  it('loads no manifest from elsewhere', async () => {
    const refusal = app.page.evaluate(refusalBy('manifest-src'));
    await app.page.evaluate(`void document.head.append(Object.assign(document.createElement('link'),
      { rel: 'manifest', href: 'https://example.com/manifest.json' }))`);
    // A browser without a window to install into looks for one when it is asked.
    const debuggerOfPage = await app.page.context().newCDPSession(app.page);
    await debuggerOfPage.send('Page.getAppManifest');

    expect(await refusal).toBe('manifest-src');
  });

  it.each(['https://example.com/', 'file:///etc/passwd', 'mailto:team@example.com'])(
    'stays where it is when a link leads to %s',
    async (href) => {
      const before = app.page.url();

      await app.page.evaluate(
        `Object.assign(document.createElement('a'), { href: ${JSON.stringify(href)} }).click()`,
      );
      await app.page.getByText('Engine ready').waitFor();

      expect(app.page.url()).toBe(before);
    },
  );

  it('opens no window; a link to the web goes to the browser of the system', async () => {
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => void opened.push(url);
    }, null);

    await app.page.evaluate(`open('file:///etc/passwd'); open('https://example.com/manual'); null`);

    const opened = () => app.evaluate(() => (globalThis as { opened?: string[] }).opened, null);
    await expect.poll(opened).toEqual(['https://example.com/manual']);
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null),
    ).toBe(1);
  });

  it('may copy text, and nothing else that has to be allowed', async () => {
    const names = ['clipboard-write', 'clipboard-read', 'geolocation', 'notifications', 'camera'];
    const state = (name: string) =>
      app.page.evaluate(
        `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`,
      );

    const states = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await state(name)])),
    );

    expect(states).toEqual({
      'clipboard-write': 'granted',
      'clipboard-read': 'denied',
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
    });
  });
});

// What runs in the page is text here: the types of tests are those of Node.

/** Resolves with the part of the policy that refuses the next thing. */
const refusedDirective = `new Promise((resolve) => addEventListener('securitypolicyviolation',
  ({ effectiveDirective }) => resolve(effectiveDirective), { once: true }))`;

/** Resolves when this part of the policy refuses something; what was put into the page before may be refused meanwhile. */
function refusalBy(directive: string): string {
  return `new Promise((resolve) => addEventListener('securitypolicyviolation',
    (event) => event.effectiveDirective === '${directive}' && resolve('${directive}')))`;
}

function script(properties: object): string {
  const element = `Object.assign(document.createElement('script'), ${JSON.stringify(properties)})`;
  return `document.body.append(${element})`;
}

function markup(html: string): string {
  return `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`;
}

function submit(action: string): string {
  return `(() => {
    const form = Object.assign(document.createElement('form'), { action: '${action}', method: 'post' });
    document.body.append(form);
    form.submit();
  })()`;
}
