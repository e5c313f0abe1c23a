/**
 * What Electron hands to listeners. It is a native object there: `preventDefault` needs its event as the receiver, and a
 * copy of the event (`{ ...event }`) cannot be prevented.
 */
export class PreventableEvent {
  #isPrevented = false;

  get defaultPrevented(): boolean {
    return this.#isPrevented;
  }

  preventDefault(): void {
    this.#isPrevented = true;
  }
}

/** Such an event with details of its own. */
export function preventable<T extends object>(details: T): PreventableEvent & T {
  return Object.assign(new PreventableEvent(), details);
}
