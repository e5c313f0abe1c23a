import { EventEmitter } from 'node:events';
import type {
  IpcMainEvent,
  IpcMainInvokeEvent,
  WebContents,
  WebFrameMain,
  WebPreferences,
} from 'electron';
import type { Frame, Page, Request, Route } from 'playwright-core';
import { app } from './app.ts';
import { browserContext } from './browser.ts';
import { preventable, PreventableEvent } from './event.ts';
import { ipcMain } from './ipc-main.ts';
import { Mailbox } from './mailbox.ts';
import { BINDING, preloadScript } from './preload-script.ts';
import { answerByProtocol } from './protocol.ts';
import { applyPermissions } from './session.ts';
import { isOurs, toAppAddress, toWebAddress } from './web-address.ts';

type Used = Pick<WebContents, 'id' | 'getURL' | 'isDestroyed' | 'loadURL' | 'reload' | 'send'>;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

interface PageMessage {
  readonly kind: 'invoke' | 'send' | 'receive';
  readonly channel: string;
  readonly args: unknown[];
}

let lastId = 0;

/** A page of Chromium with the preload, the protocol and the events of a window. */
export class WebContentsStandIn extends EventEmitter implements Used {
  readonly #id = (lastId += 1);
  readonly page: Promise<Page>;
  readonly #mailbox = new Mailbox();
  readonly #preferences: WebPreferences;
  #url = '';
  #isDestroyed = false;
  /** Set while main itself loads a page: nobody is asked about that. */
  #isOwnNavigation = false;
  #openHandler: OpenHandler = () => ({ action: 'allow' });

  constructor(preferences: WebPreferences) {
    super();
    this.#preferences = preferences;
    this.page = this.#open();
    app.emit('web-contents-created', new PreventableEvent(), this);
  }

  get id(): number {
    return this.#alive().#id;
  }

  getURL(): string {
    return this.#alive().#url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#alive().#openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    // As between processes: what cannot be copied cannot be sent.
    this.#alive().#mailbox.put({ channel, args: structuredClone(args) });
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#alive().page;
    await this.#navigate(() => page.goto(toWebAddress(url)));
  }

  reload(): void {
    void this.#alive().page.then((page) => this.#navigate(() => page.reload()));
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit('destroyed');
  }

  /** A page that is gone answers nothing more but whether it is. */
  #alive(): this {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    return this;
  }

  async #open(): Promise<Page> {
    const page = await browserContext().newPage();
    // Main has set the guards by now: a window is made and guarded in one turn.
    await applyPermissions(page, this as unknown as WebContents);
    await page.exposeBinding(BINDING, ({ frame }, message: PageMessage) =>
      this.#receive(frame, message),
    );
    await page.addInitScript({ content: preloadScript(this.#preferences.preload ?? '') });
    await page.route('**/*', (route, request) => this.#answer(page, route, request));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#url = toAppAddress(frame.url());
    });
    page.on('crash', () =>
      this.emit('render-process-gone', new PreventableEvent(), { reason: 'crashed', exitCode: 1 }),
    );
    await this.#watchOpenedWindows(page);
    return page;
  }

  async #navigate(go: () => Promise<unknown>): Promise<void> {
    this.#isOwnNavigation = true;
    await go();
    this.emit('did-finish-load');
  }

  async #answer(page: Page, route: Route, request: Request): Promise<void> {
    if (request.isNavigationRequest() && !this.#mayNavigate(page, request)) {
      // As for a navigation that is prevented: the page stays. Any other reason would show an error page.
      return route.abort('aborted');
    }
    if (isOurs(request.url())) return answerByProtocol(route, request);
    return route.abort('internetdisconnected');
  }

  #mayNavigate(page: Page, request: Request): boolean {
    const isMainFrame = request.frame() === page.mainFrame();
    if (isMainFrame && this.#isOwnNavigation) {
      this.#isOwnNavigation = false;
      return true;
    }
    const details = { url: toAppAddress(request.url()), isMainFrame, isSameDocument: false };
    // Each is asked by an event of its own, and nobody more once one has said no.
    const names = [...(isMainFrame ? ['will-navigate'] : []), 'will-frame-navigate'];
    return names.every((name) => {
      const event = preventable(details);
      this.emit(name, event, details.url);
      return !event.defaultPrevented;
    });
  }

  /** Chromium has made a window by the time that we hear of it: one that is denied is closed again. */
  async #watchOpenedWindows(page: Page): Promise<void> {
    page.on('popup', (popup) => void popup.close());
    const chromium = await browserContext().newCDPSession(page);
    await chromium.send('Page.enable');
    chromium.on('Page.windowOpen', ({ url, windowName }) => {
      const { action } = this.#openHandler({
        url: toAppAddress(url),
        frameName: windowName,
        features: '',
        disposition: 'foreground-tab',
        referrer: { url: this.#url, policy: 'no-referrer' },
      });
      if (action === 'allow') throw new Error('The stand-in opens no windows of a page.');
    });
  }

  async #receive(frame: Frame, { kind, channel, args }: PageMessage): Promise<unknown> {
    if (kind === 'receive') return this.#mailbox.take();
    // Of an event, main uses the frame and the page that it came from.
    const event = preventable({ sender: this, senderFrame: frameOf(frame) }) as unknown;
    if (kind === 'send') return ipcMain.receive(channel, event as IpcMainEvent, args);
    return ipcMain.invoke(channel, event as IpcMainInvokeEvent, args);
  }
}

function frameOf(frame: Frame): Pick<WebFrameMain, 'url' | 'parent'> {
  const parent = frame.parentFrame();
  return {
    url: toAppAddress(frame.url()),
    // Only whether there is one is ever asked.
    parent: parent === null ? null : (frameOf(parent) as WebFrameMain),
  };
}
