import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { confirmUnload } from '../../../main/windows/confirm-unload.ts';
import { PreventableEvent } from '../../support/electron/event.ts';

describe('confirmUnload', () => {
  it.each([
    { button: 0, word: 'leaves', isIgnored: true },
    { button: 1, word: 'stays on', isIgnored: false },
  ])('$word a page with unsaved changes as the person says', ({ button, isIgnored }) => {
    const contents = new EventEmitter();
    const asked: unknown[] = [];
    confirmUnload(contents as never, {
      showMessageBoxSync: (...given: unknown[]) => {
        asked.push(given.at(-1));
        return button;
      },
    });
    const event = new PreventableEvent();

    contents.emit('will-prevent-unload', event);

    expect(event.defaultPrevented).toBe(isIgnored);
    expect(asked).toMatchObject([{ buttons: ['Discard changes', 'Cancel'], cancelId: 1 }]);
  });
});
