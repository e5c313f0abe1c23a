import { AsyncLocalStorage } from 'node:async_hooks';
import { asOwnWork } from './request-work.ts';

/** Takes an error that nothing has caught. It must not throw. */
export type TakeFault = (error: unknown) => void;

const takers = new AsyncLocalStorage<TakeFault>();

/** Does something whose faults are taken, those of its timers and promises as well: they are not faults of the engine. */
export function takeFaults<T>(take: TakeFault, work: () => T): T {
  return takers.run(take, work);
}

/** Does something that goes on by itself, such as a run: neither its faults nor its work are those of a request that began it. */
export function onItsOwn<T>(work: () => T): T {
  return takers.exit(() => asOwnWork(work));
}

/** Who takes the faults of what is done now; undefined: they end the engine. */
export function takerOfFaults(): TakeFault | undefined {
  return takers.getStore();
}
