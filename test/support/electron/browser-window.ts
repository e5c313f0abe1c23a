import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { app, requireReady } from './app.ts';
import { PreventableEvent } from './event.ts';
import { WebContentsStandIn } from './web-contents.ts';

type Used = Pick<
  BrowserWindow,
  | 'close'
  | 'focus'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'restore'
  | 'show'
>;

class BrowserWindowStandIn extends EventEmitter implements Used {
  static readonly #all = new Set<BrowserWindowStandIn>();

  static getAllWindows(): BrowserWindowStandIn[] {
    return [...BrowserWindowStandIn.#all];
  }

  readonly #webContents: WebContentsStandIn;
  readonly #bounds: Rectangle;
  #isDestroyed = false;
  #isMaximized = false;
  #isMinimized = false;
  #isVisible: boolean;
  #isFocused = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    requireReady('BrowserWindow');
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    BrowserWindowStandIn.#all.add(this);
    this.#webContents = new WebContentsStandIn(webPreferences);
    this.#webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    // A page that a test closes is a window that a person closes.
    void this.#webContents.page.then((page) => page.once('close', () => this.#closed()));
  }

  get webContents(): WebContentsStandIn {
    return this.#alive().#webContents;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  isFocused(): boolean {
    return this.#alive().#isFocused;
  }

  isMaximized(): boolean {
    return this.#alive().#isMaximized;
  }

  isMinimized(): boolean {
    return this.#alive().#isMinimized;
  }

  isVisible(): boolean {
    return this.#alive().#isVisible;
  }

  getNormalBounds(): Rectangle {
    return { ...this.#alive().#bounds };
  }

  maximize(): void {
    this.#alive().#isMaximized = true;
  }

  minimize(): void {
    this.#alive().#isMinimized = true;
  }

  restore(): void {
    this.#alive().#isMinimized = false;
  }

  show(): void {
    this.#alive().#isVisible = true;
  }

  focus(): void {
    this.#alive().#isFocused = true;
  }

  close(): void {
    void this.webContents.page.then((page) => page.close());
  }

  /** What `app.quit` does: the window may refuse. */
  closeForQuit(): boolean {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.#forget();
    return true;
  }

  #closed(): void {
    if (!BrowserWindowStandIn.#all.has(this)) return;
    this.emit('close', new PreventableEvent());
    this.#forget();
    if (BrowserWindowStandIn.#all.size === 0) app.emit('window-all-closed');
  }

  #forget(): void {
    BrowserWindowStandIn.#all.delete(this);
    this.#webContents.destroy();
    this.#isDestroyed = true;
    this.emit('closed');
  }

  /** A window that is closed answers nothing more but whether it is. */
  #alive(): this {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    return this;
  }
}

export { BrowserWindowStandIn as BrowserWindow };
