import type { IpcRenderer } from 'electron';
import type { EngineEvent } from '#contract/events.ts';
import {
  CALL_CHANNEL,
  EVENT_CHANNEL,
  SHELL_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
  type Bridge,
  type EngineState,
  type EventMessage,
} from '#contract/ipc.ts';
import type { StateMessage } from '../ipc/state-message.ts';

type Listener = (message: EngineEvent | EngineState) => void;

/** The two functions of the page. Neither lets it choose a channel or see an IPC event. */
export function createBridge(ipc: Pick<IpcRenderer, 'invoke' | 'send' | 'on'>): Bridge {
  const listeners = new Map<number, Listener>();
  let last = 0;

  ipc.on(EVENT_CHANNEL, (_event, { subscription, event }: EventMessage) =>
    listeners.get(subscription)?.(event),
  );
  ipc.on(SHELL_CHANNEL, (_event, { subscription, state }: StateMessage) =>
    listeners.get(subscription)?.(state),
  );
  // What the document before this one had asked for ends here.
  ipc.send(UNSUBSCRIBE_CHANNEL, null);

  return {
    call: (name, input) => ipc.invoke(CALL_CHANNEL, name, input),
    subscribe: (topic, listener) => {
      const subscription = (last += 1);
      listeners.set(subscription, listener);
      ipc.send(SUBSCRIBE_CHANNEL, subscription, topic);
      return () => {
        if (listeners.delete(subscription)) ipc.send(UNSUBSCRIBE_CHANNEL, subscription);
      };
    },
  };
}
