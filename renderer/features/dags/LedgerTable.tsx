import { useState } from 'react';
import { useStore } from 'zustand';
import type { Slot } from '#contract/schedule.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { AnchoredPopover } from '../../components/AnchoredPopover.tsx';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { SlotCard } from '../../components/SlotCard.tsx';
import { Status } from '../../components/Status.tsx';
import { useTableKeys, type RowProps } from '../../components/use-table-keys.ts';
import { useSlotCommands } from '../../components/use-slot-commands.ts';
import { formatForeignZone, momentIn } from '../../lib/format-day.ts';
import { paths } from '../../lib/paths.ts';
import { decidedEntry, entryStatus, formatSlotKind, slotKey } from '../../lib/slot-entry.ts';
import { exactTime } from '../../lib/format-time.ts';
import type { DagStore } from './dag-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import { texts } from './texts.ts';

interface LedgerTableProps {
  readonly ledger: LedgerStore;
  readonly dag: DagStore;
  readonly suspended: boolean;
  readonly now: number;
}

interface OpenSlot {
  readonly key: string;
  readonly anchor: HTMLElement;
}

/** The slots that were decided, newest first, each with its reason. */
export function LedgerTable({ ledger, dag, suspended, now }: LedgerTableProps) {
  const { slots, total, zone, more } = useStore(ledger);
  const [open, setOpen] = useState<OpenSlot>();
  const openAt = (index: number) => {
    const slot = slots[index];
    const anchor = bodyRef.current?.rows[index];
    if (slot && anchor) setOpen({ key: slotKey(slot, slot), anchor });
  };
  const { bodyRef, bodyProps, rowProps } = useTableKeys({ count: slots.length, onOpen: openAt });
  const opened = slots.find((slot) => slotKey(slot, slot) === open?.key);
  return (
    <div className="ledger">
      <table className="ledger-table" role="grid" aria-label={texts.schedule.ledger}>
        <thead>
          <tr>
            <th scope="col">{texts.schedule.slot(formatForeignZone(zone))}</th>
            <th scope="col">{texts.schedule.fate}</th>
            <th scope="col">{texts.schedule.reason}</th>
            <th scope="col">
              <span className="unseen">{texts.schedule.more}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={bodyRef} aria-label={texts.schedule.ledgerRows} {...bodyProps}>
          {slots.map((slot, index) => (
            <LedgerRow
              key={slotKey(slot, slot)}
              place={rowProps(index)}
              slot={slot}
              zone={zone}
              onOpen={(anchor) => setOpen({ key: slotKey(slot, slot), anchor })}
            />
          ))}
        </tbody>
      </table>
      {total > slots.length && (
        <div className="ledger-more">
          <Button size="small" onPress={() => void more()}>
            {texts.schedule.showOlder(total - slots.length)}
          </Button>
        </div>
      )}
      {open && opened && (
        <LedgerPopover
          key={open.key}
          {...{ ledger, dag, suspended, now }}
          slot={opened}
          anchor={open.anchor}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

interface LedgerRowProps {
  readonly place: RowProps;
  readonly slot: Slot;
  readonly zone: string;
  readonly onOpen: (anchor: HTMLElement) => void;
}

function LedgerRow({ place, slot, zone, onOpen }: LedgerRowProps) {
  const { name, dagRunId, runStatus, time, detail, kind } = slot;
  return (
    <tr {...place}>
      <td className="column-time" title={exactTime(time)}>
        {momentIn(zone, time)}
      </td>
      <td>
        <Status status={entryStatus({ slot })} size="short" />
      </td>
      <td className="cut" title={detail}>
        {formatSlotKind(kind) && <span className="tag">{formatSlotKind(kind)} </span>}
        {detail}
      </td>
      <td className="small">
        <span className="row">
          {runStatus !== null && (
            <Link className="link" tabIndex={-1} href={paths.run({ name, dagRunId })}>
              {texts.commands.openRun}
            </Link>
          )}
          <button
            type="button"
            className="link plain"
            tabIndex={-1}
            aria-haspopup="dialog"
            aria-label={texts.schedule.whyOf(momentIn(zone, time))}
            onClick={(event) => onOpen(event.currentTarget)}
          >
            {texts.schedule.why}
          </button>
        </span>
      </td>
    </tr>
  );
}

interface LedgerPopoverProps extends LedgerTableProps {
  readonly slot: Slot;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function LedgerPopover(props: LedgerPopoverProps) {
  const { ledger, dag, suspended, slot, now, anchor, onClose } = props;
  const problem = useStore(dag, (state) => state.problem);
  const { zone, explain } = ledger.getState();
  const entry = decidedEntry(slot, suspended);
  const commands = useSlotCommands(entry, {
    run: () => dag.getState().run(),
    isDagOpen: true,
    refusal: useRefusal(),
  });
  return (
    <AnchoredPopover anchor={anchor} placement="bottom end" offset={4} onClose={onClose}>
      <SlotCard
        entry={entry}
        zone={zone}
        now={now}
        commands={commands}
        problem={problem}
        explain={() => explain(slot)}
        onClose={onClose}
      />
    </AnchoredPopover>
  );
}
