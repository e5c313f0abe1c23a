import type { IpcRenderer } from 'electron';
import {
  CALL_CHANNEL,
  PUSH_CHANNEL,
  SUBSCRIBE_CHANNEL,
  UNSUBSCRIBE_CHANNEL,
  type Bridge,
  type PushMessage,
} from '#contract/ipc.ts';

/** The two functions of the page. Neither lets it choose a channel or see an IPC event. */
export function createBridge(ipc: Pick<IpcRenderer, 'invoke' | 'send' | 'on'>): Bridge {
  const listeners = new Map<number, (message: never) => void>();
  let last = 0;

  // Under its number a subscription is sent what its topic says, and nothing else.
  ipc.on(PUSH_CHANNEL, (_event, { subscription, message }: PushMessage) =>
    listeners.get(subscription)?.(message as never),
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
