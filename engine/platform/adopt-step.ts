import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { cancelStart, exitTime, readExitRecord } from './exit-record.ts';
import {
  bootId,
  groupOf,
  isSameProcess,
  noProcess,
  processStarted,
  type ProcessIdentity,
} from './process-identity.ts';
import type { StepMarks } from './step-marks.ts';
import { findMembers } from './step-members.ts';
import {
  endOf,
  FIRST_WORD_MS,
  LIVENESS_MS,
  type PastEnd,
  type ProcessEnd,
  type StepProcess,
} from './step-process.ts';
import { markStop } from './stop-mark.ts';

/** A step that another engine started, or was about to. */
export interface EarlierStep {
  /** Null: the launcher may have been started, and nobody noted which process it is. */
  readonly identity: ProcessIdentity | null;
  readonly recordFile: string;
  readonly nonce: string;
}

export interface AdoptOptions extends EarlierStep {
  /** Where its commands write to. */
  readonly logs: readonly string[];
  readonly clock: Clock;
}

/** Whether a step of another engine runs, or when it ended. */
export function lookAtStep({ identity, recordFile, nonce }: EarlierStep): 'runs' | PastEnd {
  const isAlive = isSameProcess(identity ?? identityFrom(recordFile, nonce), nonce);
  // Read after the look at the process, so that an end between the two is not lost.
  const { exit } = readExitRecord(recordFile, nonce);
  if (exit !== null) return { at: exitTime(recordFile) };
  return isAlive ? 'runs' : { at: null };
}

/**
 * Watches a process that another engine started: its record tells the end, its absence without one that the end is
 * unknown. One that nobody noted and that has not begun is kept from beginning. All that is reported is reported later,
 * never during this call.
 */
export function adoptStep(options: AdoptOptions, ended: (end: ProcessEnd) => void): StepProcess {
  const { recordFile, nonce, clock } = options;
  if (options.identity === null && cancelStart(recordFile, nonce)) {
    const detach = clock.after(0, () => ended({ kind: 'never-began' }));
    return { ...neverBegun, detach };
  }
  const isKnown = options.identity !== null || readExitRecord(recordFile, nonce).pid !== null;
  let cancelCheck = clock.after(isKnown ? 0 : FIRST_WORD_MS, check);
  let over = false;
  let ranOn = false;
  const watcher = watch(dirname(recordFile), (_event, file) => {
    if (file === null || file === basename(recordFile)) check();
  });

  function check(): void {
    if (over) return;
    cancelCheck();
    const found = lookAtStep(options);
    if (found === 'runs') {
      ranOn = true;
      cancelCheck = clock.after(LIVENESS_MS, check);
      return;
    }
    finish();
    ended({ ...endOf(options), ...(ranOn ? {} : { past: found }) });
  }
  function currentIdentity(): ProcessIdentity {
    return options.identity ?? identityFrom(recordFile, nonce);
  }
  function marks(): StepMarks {
    const { logs } = options;
    // Nobody has noted whether there are any.
    const hasHelpers = true;
    return { cookie: nonce, launcher: currentIdentity().pid, logs, recordFile, hasHelpers };
  }
  function finish(): void {
    over = true;
    cancelCheck();
    watcher.close();
  }

  return {
    identity: currentIdentity(),
    groupId: () => groupOf(currentIdentity()),
    beginNoMore: () => markStop(recordFile),
    findMembers: (tell) => findMembers(marks(), null, tell),
    detach: finish,
  };
}

/** Of a step whose launcher will never run it. */
const neverBegun = {
  identity: noProcess,
  groupId: () => 0,
  beginNoMore: () => undefined,
  findMembers: (tell) => tell([]),
} satisfies Omit<StepProcess, 'detach'>;

// A launcher that says nothing of its start has the nonce in its command line, which proves who it is.
function identityFrom(recordFile: string, nonce: string): ProcessIdentity {
  const { pid, began } = readExitRecord(recordFile, nonce);
  if (pid === null || (began !== null && began.bootId !== bootId())) return noProcess;
  const identity = { pid, started: began?.started ?? processStarted(pid) };
  return isSameProcess(identity, nonce) ? identity : { pid, started: null };
}
