import './slot-card.css';
import { useEffect, useState } from 'react';
import { Dialog } from 'react-aria-components';
import type { SlotAnswer } from '#contract/schedule.ts';
import { dateIn } from '../lib/zone-time.ts';
import { momentIn, timeIn, timeOfDayIn } from '../lib/format-day.ts';
import { formatError } from '../lib/format-error.ts';
import { entryStatus, formatFate, formatSlotKind, type SlotEntry } from '../lib/slot-entry.ts';
import { exactTime, relativeTime } from '../lib/format-time.ts';
import { Button } from './Button.tsx';
import type { Command } from './CommandMenu.tsx';
import { IconButton } from './IconButton.tsx';
import { Status } from './Status.tsx';
import { texts } from './texts.ts';
import { useCopy } from './use-copy.ts';

interface SlotCardProps {
  readonly entry: SlotEntry;
  /** Zone of the times; that of the calendar. */
  readonly zone: string;
  readonly now: number;
  readonly commands: readonly Command[];
  /** What became of the last command, when it was refused. */
  readonly problem: string | undefined;
  /** Asks the engine why a decided slot has its fate. */
  readonly explain: () => Promise<SlotAnswer>;
  readonly onClose: () => void;
}

/** What became of a slot and why, in one sentence with its evidence; or when it comes. */
export function SlotCard(props: SlotCardProps) {
  const { entry, zone, now, commands, problem, explain, onClose } = props;
  const answer = useAnswer(entry, explain);
  const title = `${entry.name}, ${momentIn(zone, entry.time)}`;
  const sentence = answer?.sentence ?? entry.slot?.detail ?? '';
  const copy = useCopy();
  const copied = [`${title}: ${formatFate(entry)}`, sentence || dueWords(entry, now)].join('\n');
  return (
    <Dialog className="popover-body slot-card" aria-label={title}>
      <div className="row">
        <Status status={entryStatus(entry)} label={formatFate(entry)} />
        {formatSlotKind(entry.kind) && <span className="tag">{formatSlotKind(entry.kind)}</span>}
        <span className="grow" />
        <IconButton icon="copy" label={texts.copy} onPress={() => void copy(copied)} />
        <IconButton icon="cross" label={texts.close} onPress={onClose} />
      </div>
      <h2 title={exactTime(entry.time)}>{title}</h2>
      {entry.slot ? <p>{sentence}</p> : <DueFacts entry={entry} zone={zone} now={now} />}
      {answer && answer.evidence.length > 0 && (
        <Evidence entry={entry} zone={zone} evidence={answer.evidence} />
      )}
      {problem && (
        <p className="tone-failed small" role="alert">
          {problem}
        </p>
      )}
      <div className="row slot-commands">
        {commands.map(({ id, label, detail, icon, run }, index) => (
          <span key={id} title={detail}>
            <Button
              size="small"
              look={index === 0 ? 'primary' : 'plain'}
              {...(icon ? { icon } : {})}
              onPress={run}
            >
              {label}
            </Button>
          </span>
        ))}
      </div>
    </Dialog>
  );
}

/** The answer to the slot as it is now: asked anew when it is decided, and when its run goes on. */
function useAnswer({ slot }: SlotEntry, explain: () => Promise<SlotAnswer>) {
  const [answer, setAnswer] = useState<SlotAnswer>();
  const [ask] = useState(() => ({ explain }));
  useEffect(() => {
    if (slot === undefined) return;
    let isWanted = true;
    const tell = (given: SlotAnswer) => isWanted && setAnswer(given);
    // The sentence of the slot itself still stands; what is missing is said where the evidence would be.
    const excuse = (error: unknown) =>
      tell({ sentence: slot.detail, slot, evidence: [{ time: '', text: formatError(error) }] });
    void ask.explain().then(tell, excuse);
    return () => {
      isWanted = false;
    };
  }, [ask, slot]);
  return answer;
}

interface EvidenceProps extends Pick<SlotCardProps, 'entry' | 'zone'> {
  readonly evidence: SlotAnswer['evidence'];
}

function Evidence({ entry, zone, evidence }: EvidenceProps) {
  const date = dateIn(zone, Date.parse(entry.time));
  const isDue = (time: string) => entry.slot?.fate === 'missed' && time === entry.time;
  return (
    <dl className="evidence">
      {evidence.map(({ time, text }, index) => (
        <div key={index} className={isDue(time) ? 'evidence-missed' : undefined}>
          <dt title={exactTime(time)}>{timeOfDayIn(zone, time, date)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function DueFacts({ entry, zone, now }: Pick<SlotCardProps, 'entry' | 'zone' | 'now'>) {
  const { planned } = entry;
  if (planned === undefined) return null;
  const here = timeIn(zone, planned.time);
  const there = planned.local.slice(-5);
  return (
    <>
      <p>{dueWords(entry, now)}</p>
      <p className="secondary small">
        <code>{planned.expression}</code>
        {planned.timezone !== zone && texts.slot.inZone(there, planned.timezone)}
        {planned.timezone !== zone && here !== there && texts.slot.here(here)}
      </p>
      {planned.startsAt !== planned.time && (
        <p className="slot-note">{texts.slot.putOff(timeIn(zone, planned.startsAt, 'second'))}</p>
      )}
      {planned.note && <p className="slot-note">{planned.note}</p>}
    </>
  );
}

function dueWords(entry: SlotEntry, now: number): string {
  if (entry.isSuspended) return texts.slot.suspended;
  const startsAt = entry.planned?.startsAt ?? entry.time;
  return texts.slot.due[entry.kind](relativeTime(startsAt, now));
}
