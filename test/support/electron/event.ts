/** What Electron hands to listeners that may say no. */
export class PreventableEvent {
  defaultPrevented = false;
  readonly preventDefault = (): void => {
    this.defaultPrevented = true;
  };
}

/** Such an event with details of its own. */
export function preventable<T extends object>(details: T): PreventableEvent & T {
  return Object.assign(new PreventableEvent(), details);
}
