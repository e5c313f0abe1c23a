import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenMany } from './listeners.ts';

/** Many who listen to a server and many who ask it, at once. */
export interface Crowd {
  /** Where the REST interface begins. */
  readonly base: string;
  readonly streams: number;
  readonly readsPerSecond: number;
  readonly seconds: number;
  /** Paths that are read in turn. */
  readonly paths: readonly string[];
  /** Called once a second: makes something happen that all who listen have to be told. */
  readonly happen: () => Promise<unknown>;
  /** Called once, when a third of the time is over: what grows from here on grows for ever. */
  readonly warm?: () => void;
}

export interface CrowdResult {
  /** Milliseconds of each read that was answered with 200. */
  readonly took: readonly number[];
  readonly failedReads: number;
  /** Seconds until the last read was answered: longer than it should be when the server cannot keep up. */
  readonly seconds: number;
  /** Streams that were not opened, ended before their time, or were told nothing. */
  readonly lostStreams: number;
}

/** Reads are sent in volleys, as the timers of a busy machine allow. */
const VOLLEYS_A_SECOND = 50;

export async function gather(crowd: Crowd): Promise<CrowdResult> {
  const listeners = await listenMany(crowd.base, crowd.streams);
  const reads = await read(crowd);
  const lostStreams = await listeners.lost();
  listeners.end();
  return { ...reads, lostStreams };
}

async function read({ base, readsPerSecond, seconds, paths, happen, warm }: Crowd) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const took: number[] = [];
  const under: Promise<void>[] = [];
  const happened: Promise<unknown>[] = [];
  let failedReads = 0;
  let isWarm = false;

  const ask = async (path: string): Promise<void> => {
    const begun = performance.now();
    try {
      const [response] = (await once(get(base + path, { agent }), 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== 200) failedReads += 1;
      else took.push(performance.now() - begun);
    } catch {
      failedReads += 1;
    }
  };

  const begun = performance.now();
  const end = begun + seconds * 1000;
  for (let now = begun; now < end; now = performance.now()) {
    const due = Math.floor(((now - begun) * readsPerSecond) / 1000);
    while (under.length < due) under.push(ask(paths[under.length % paths.length] ?? '/health'));
    if (happened.length <= (now - begun) / 1000) happened.push(happen());
    if (!isWarm && now - begun > (seconds * 1000) / 3) {
      isWarm = true;
      warm?.();
    }
    await delay(1000 / VOLLEYS_A_SECOND);
  }
  await Promise.all([...under, ...happened]);
  agent.destroy();
  return { took, failedReads, seconds: (performance.now() - begun) / 1000 };
}
