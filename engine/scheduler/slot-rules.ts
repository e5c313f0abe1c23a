import type { SlotKind } from '../contract/schedule.ts';
import type { Verdict } from './ledger.ts';
import type { ScheduledDag } from './ports.ts';
import { reasons } from './format-reason.ts';
import { missed, type MissedFacts } from './missed-rule.ts';

/** What a rule may ask. Whatever needs the store or the disk is asked only by the rule that comes to it. */
interface DagFacts {
  /** Null: it is deleted. */
  readonly dag: ScheduledDag | null;
}

interface WriterFacts extends DagFacts {
  /** Whether there is time to wait for whoever may be writing the definition. */
  readonly mayWait: () => boolean;
}

interface RestartFacts extends WriterFacts {
  /** The run that a restart under way is about, empty for none; null: the DAG is not being restarted. */
  readonly restarting: () => string | null;
}

interface SuccessFacts extends WriterFacts {
  /** The run that makes one of the DAG needless; undefined: there is none. */
  readonly succeeded: (dag: ScheduledDag) => string | undefined;
}

/** What a slot is judged for, and the facts that whoever asks has to bring. */
interface FactsFor extends Record<SlotKind, DagFacts> {
  /** It is due. */
  readonly start: RestartFacts & SuccessFacts;
  readonly stop: DagFacts;
  readonly restart: RestartFacts;
  /** It is a start that is due, and is to be put off. */
  readonly putOff: WriterFacts;
  /** Nobody could act on it in time: is it to be caught up? */
  readonly backlog: MissedFacts;
  /** Its turn to be caught up has come. */
  readonly catchUp: SuccessFacts;
  /** A restart has stopped what ran, and is about to start it again. */
  readonly restarting: DagFacts;
}

type Purpose = keyof FactsFor;

/** Those for which the slot is asked about again, so that a rule may put it off. */
type WaitingPurpose = {
  [P in Purpose]: FactsFor[P] extends WriterFacts ? P : never;
}[Purpose];

/** Null: the rule says nothing. */
type Ruling<P extends Purpose> = Verdict | null | (P extends WaitingPurpose ? 'later' : never);

/** Those of each purpose, where it may be one of several. */
type AllFacts<P extends Purpose> = (
  P extends Purpose ? (facts: FactsFor[P]) => void : never
) extends (facts: infer Facts) => void
  ? Facts
  : never;

interface SlotRule {
  readonly name: string;
  readonly purposes: readonly Purpose[];
  readonly rule: (facts: FactsFor[Purpose]) => Ruling<Purpose>;
}

/** All rules, by rank: the first that says something decides. Where none does, the slot is acted on. */
export const slotRules: readonly SlotRule[] = [
  slotRule('deleted', ['start', 'stop', 'restart', 'putOff', 'catchUp', 'restarting'], ({ dag }) =>
    dag === null ? skipped('deleted', reasons.deleted()) : null,
  ),
  slotRule(
    'suspended',
    ['start', 'stop', 'restart', 'putOff', 'backlog', 'catchUp', 'restarting'],
    ({ dag }) => (dag?.suspended === true ? skipped('suspended', reasons.suspended()) : null),
  ),
  // To stop what runs is safe. The definition here is the accepted one: what waits is not in the folder.
  slotRule('under review', ['start', 'restart', 'putOff', 'catchUp', 'restarting'], ({ dag }) =>
    dag?.isUnderReview === true ? skipped('under_review', reasons.underReview()) : null,
  ),
  // An editor empties a file before it rewrites it, and the minute may come between the two.
  slotRule('unfinished', ['start', 'restart', 'putOff', 'catchUp'], ({ dag, mayWait }) =>
    problemOf(dag) !== null && mayWait() && dag?.isUnfinished === true ? 'later' : null,
  ),
  slotRule('invalid', ['start', 'restart', 'putOff', 'catchUp', 'restarting'], ({ dag }) => {
    const problem = problemOf(dag);
    return problem === null ? null : skipped('invalid', reasons.invalid(problem));
  }),
  slotRule('being restarted', ['start', 'restart'], ({ restarting }) => {
    const dagRunId = restarting();
    return dagRunId === null ? null : skipped('overlap', reasons.restartUnderWay(), dagRunId);
  }),
  slotRule('skip_if_successful', ['start', 'catchUp'], ({ dag, succeeded }) => {
    const dagRunId = dag?.policy.skipIfSuccessful === true ? succeeded(dag) : undefined;
    if (dagRunId === undefined) return null;
    return skipped('already_succeeded', reasons.alreadySucceeded(dagRunId), dagRunId);
  }),
  slotRule('missed', ['backlog'], missed),
];

/** What the rules say of a slot; null: nothing forbids what it is for. */
export function ruleOn<P extends Purpose>(purpose: P, facts: FactsFor[P] & AllFacts<P>): Ruling<P> {
  for (const { purposes, rule } of slotRules) {
    // A rule that puts off asks whether there is time for it, which is a fact of waiting purposes alone.
    const ruling = purposes.includes(purpose) ? (rule(facts) as Ruling<P>) : null;
    if (ruling !== null) return ruling;
  }
  return null;
}

function slotRule<P extends Purpose>(
  name: string,
  purposes: readonly P[],
  rule: (facts: FactsFor[P]) => Ruling<P>,
): SlotRule {
  // It is asked for no other purpose, and `ruleOn` takes nothing but the facts of the purpose.
  return { name, purposes, rule: rule as SlotRule['rule'] };
}

const problemOf = (dag: ScheduledDag | null): string | null => dag?.problem ?? null;

const skipped = (reason: Verdict['reason'], detail: string, dagRunId?: string): Verdict => ({
  fate: 'skipped',
  reason,
  detail,
  ...(dagRunId === undefined ? {} : { dagRunId }),
});
