import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { app } from './app.ts';
import { PreventableEvent } from './event.ts';
import { WebContentsStandIn } from './web-contents.ts';

type Used = Pick<
  BrowserWindow,
  | 'close'
  | 'focus'
  | 'getNormalBounds'
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

  readonly webContents: WebContentsStandIn;
  readonly #bounds: Rectangle;
  #isMaximized = false;
  #isMinimized = false;
  #isVisible: boolean;
  #isFocused = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = show;
    BrowserWindowStandIn.#all.add(this);
    this.webContents = new WebContentsStandIn(webPreferences);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    // A page that a test closes is a window that a person closes.
    void this.webContents.page.then((page) => page.once('close', () => this.#closed()));
  }

  readonly loadURL = (url: string): Promise<void> => this.webContents.loadURL(url);
  readonly isFocused = (): boolean => this.#isFocused;
  readonly isMaximized = (): boolean => this.#isMaximized;
  readonly isMinimized = (): boolean => this.#isMinimized;
  readonly isVisible = (): boolean => this.#isVisible;
  readonly getNormalBounds = (): Rectangle => ({ ...this.#bounds });
  readonly maximize = (): void => void (this.#isMaximized = true);
  readonly minimize = (): void => void (this.#isMinimized = true);
  readonly restore = (): void => void (this.#isMinimized = false);
  readonly show = (): void => void (this.#isVisible = true);
  readonly focus = (): void => void (this.#isFocused = true);

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
    this.webContents.destroy();
    this.emit('closed');
  }
}

export { BrowserWindowStandIn as BrowserWindow };
