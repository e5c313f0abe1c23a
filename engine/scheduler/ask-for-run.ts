import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import { insertSlot, settleSlot, type SlotRecord } from '../storage/slots.ts';
import type { Ledger } from './ledger.ts';
import type { ClaimedPlace, ScheduledDag, SlotRun, SlotRuns, TimedSlot } from './ports.ts';
import { reasons } from './format-reason.ts';
import { queued } from './verdicts.ts';

export interface AskOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly runs: SlotRuns;
  readonly ledger: Ledger;
  readonly log: Logger;
}

export interface Ask {
  readonly slot: TimedSlot;
  readonly dag: ScheduledDag;
  readonly trigger: SlotRun['trigger'];
  readonly params?: string | undefined;
  /** `settle` for a slot that is pending. */
  readonly how: 'insert' | 'update';
  /** The fate when the run is claimed, asked for in that moment. */
  readonly ran: (now: number) => Pick<SlotRecord, 'reason' | 'detail'>;
}

/** What came of asking for a run. */
export type Answer =
  | { readonly kind: 'decided' }
  /** The DAG has an active run. */
  | { readonly kind: 'active'; readonly dagRunId: string }
  /** The store takes no writes now: the slot has no fate yet. */
  | { readonly kind: 'later' };

/** Asks for the run of a slot. The run and the fate of the slot are one transaction, so neither is ever without the other. */
export async function askForRun(options: AskOptions, ask: Ask): Promise<Answer> {
  const { runs, ledger, log, clock } = options;
  const { slot, dag, trigger, params, how, ran } = ask;
  const written: { record: SlotRecord | null; hasFate: boolean } = { record: null, hasFate: false };
  const write = (db: Database, dagRunId: string, { waitsIn }: ClaimedPlace): void => {
    const verdict =
      waitsIn === null ? ({ fate: 'ran', ...ran(clock.now()) } as const) : queued(waitsIn);
    const record = ledger.recordOf(slot, dag, { ...verdict, dagRunId });
    Object.assign(written, { record, hasFate: true });
    (how === 'insert' ? insertSlot : settleSlot)(db, record);
    written.hasFate = false;
  };
  try {
    await runs.start({ slot, trigger, params, record: write });
    if (written.record !== null) ledger.committed(written.record);
    return { kind: 'decided' };
  } catch (error) {
    // Decided otherwise while its run was made ready: there is no run then.
    if (written.hasFate && !isUnavailable(error)) return { kind: 'decided' };
    if (!(error instanceof EngineError))
      log.error('Cannot start the run of a slot', { ...slot, error });
    return refused(error);
  }

  function refused(error: unknown): Answer {
    const code = error instanceof EngineError ? error.code : 'internal_error';
    if (code === 'service_unavailable') return { kind: 'later' };
    if (code === 'already_running') return { kind: 'active', dagRunId: activeRunId(error) };
    const message = error instanceof EngineError ? error.message : 'an internal error; see the log';
    const verdict = {
      fate: 'failed',
      reason: 'refused',
      detail: reasons.refused(message),
    } as const;
    ledger.write(ledger.recordOf(slot, dag, verdict), how);
    return { kind: 'decided' };
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof EngineError && error.code === 'service_unavailable';

function activeRunId(error: unknown): string {
  const id = error instanceof EngineError ? error.extras.details?.['dagRunId'] : undefined;
  return typeof id === 'string' ? id : '';
}
