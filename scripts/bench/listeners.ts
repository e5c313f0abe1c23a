import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Many who listen to the events of a server. */
export interface Listeners {
  /** How many streams were not opened, have ended, or were told nothing by now. */
  readonly lost: () => Promise<number>;
  readonly end: () => void;
}

/** How long a stream may take to be told what has happened. */
const LAST_WORD_MS = 5000;

export async function listenMany(base: string, count: number): Promise<Listeners> {
  const listeners = await Promise.all(
    Array.from({ length: count }, () => listen(`${base}/events`)),
  );
  return {
    lost: async () => {
      const lastWord = delay(LAST_WORD_MS, undefined, { ref: false });
      await Promise.all(listeners.map(({ told }) => Promise.race([told, lastWord])));
      return listeners.filter(({ isLost }) => isLost()).length;
    },
    end: () => {
      for (const { end } of listeners) end();
    },
  };
}

async function listen(url: string) {
  const asked = get(url, { agent: false });
  let isLost = true;
  asked.on('error', () => (isLost = true));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const isOpened = response.statusCode === 200;
  const told = new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      if (!isOpened || !chunk.includes('event: ')) return;
      isLost = false;
      resolve();
    });
    response.on('close', () => {
      isLost = true;
      resolve();
    });
  });
  // An end that was asked for is no failure.
  response.on('error', () => undefined);
  return { told, isLost: () => isLost, end: () => void asked.destroy() };
}
