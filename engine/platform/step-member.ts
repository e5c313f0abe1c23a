import type { ProcessIdentity } from './process-identity.ts';

export type TellMembers = (members: readonly StepMember[]) => void;

/** A process that carries the cookie of a step. */
export interface StepMember extends ProcessIdentity {
  readonly group: number;
}

/** When a launcher was started: its commands and all that comes of them are younger. */
export interface Launched {
  readonly pid: number;
  /** By `performance.now()`. */
  readonly atMs: number;
}
