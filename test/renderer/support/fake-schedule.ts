import type { OperationName } from '#contract/operations.ts';
import type { PlannedSlot, SlotAnswer } from '#contract/schedule.ts';
import type { FakeState } from './fake-engine.ts';

type Input = Record<string, unknown>;
type Answers = Partial<Record<OperationName, (input: Input) => unknown>>;

const DAY = 86_400_000;

/** What the fake engine says of schedules. */
export function scheduleAnswers(state: FakeState): Answers {
  const slotsOf = (input: Input) => {
    const bare = String(input['fileName']).replace(/\.ya?ml$/, '');
    const from = Number(input['from'] ?? state.now - 60 * DAY);
    const to = Number(input['to'] ?? state.now);
    const dag = state.calendar(from, to).dags.find((one) => one.fileName === bare);
    return (dag?.slots ?? [])
      .filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to)
      .reverse();
  };
  return {
    'schedule.calendar': ({ from, to }) => state.calendar(Number(from), Number(to)),
    'schedule.preview': (input) => preview(input, state),
    'dags.schedulePreview': (input) => {
      const dag = state
        .calendar(state.now, state.now + 14 * DAY)
        .dags.find((one) => one.fileName === input['fileName']);
      const slots = (dag?.due ?? []).slice(0, Number(input['count']));
      return { timezone: zoneOf(state), slots, hasMore: true };
    },
    'dags.slots': (input) => {
      const all = slotsOf(input).filter(
        ({ fate }) => input['fate'] === undefined || fate === input['fate'],
      );
      const [page, size] = [Number(input['page']), Number(input['perPage'])];
      return {
        slots: all.slice((page - 1) * size, page * size),
        pagination: {
          totalRecords: all.length,
          currentPage: page,
          totalPages: Math.max(1, Math.ceil(all.length / size)),
          nextPage: null,
          prevPage: null,
        },
      };
    },
    'dags.why': (input): SlotAnswer => {
      const at = Number(input['time']);
      const [slot = null] = slotsOf({ ...input, from: at, to: at });
      return { sentence: slot?.detail ?? 'There was no slot.', slot, evidence: evidence(at, slot) };
    },
  };
}

function evidence(at: number, slot: SlotAnswer['slot']): SlotAnswer['evidence'] {
  const time = (after: number) => new Date(at + after).toISOString();
  const due = { time: time(0), text: 'slot due (start)' };
  if (slot?.reason !== 'asleep') {
    return [due, { time: time(420), text: `decided: ${slot?.fate ?? 'nothing'}` }];
  }
  return [
    { time: time(-4_671_000), text: 'computer went to sleep' },
    due,
    { time: time(15_511_000), text: 'computer woke up' },
    { time: time(15_512_000), text: 'decided: missed' },
  ];
}

/** Of the engine. */
function zoneOf({ calendar, now }: FakeState): string {
  return calendar(now, now).timezone;
}

/** Five nights, put off by half of what may be; those of a schedule at 02:30 begin with the one on which clocks go forward. */
function preview(input: Input, state: FakeState) {
  const lines = (input['start'] ?? []) as readonly string[];
  const putOffMs = Number(input['jitterSec'] ?? 0) * 500;
  const [line = ''] = lines;
  const isNight = line.includes('30 2 ');
  const first = isNight ? Date.parse('2027-03-28T01:00:00Z') : state.now + DAY;
  const slots = Array.from({ length: 5 }, (_, index): PlannedSlot => {
    const isGap = isNight && index === 0;
    const time = first + index * DAY - (isNight && index > 0 ? 1_800_000 : 0);
    const date = new Date(time).toISOString().slice(0, 10);
    return {
      kind: 'start',
      time: new Date(time).toISOString(),
      startsAt: new Date(time + putOffMs).toISOString(),
      local: `${date} ${isGap ? '03:00' : isNight ? '02:30' : '09:30'}`,
      timezone: 'Europe/Berlin',
      offset: '+02:00',
      expression: line,
      rule: isGap ? 'gap' : 'none',
      note: isGap
        ? '02:30 does not exist on this day, as clocks go forward from 02:00 to 03:00; so it is due at 03:00.'
        : '',
    };
  });
  return { timezone: zoneOf(state), slots: lines.length === 0 ? [] : slots, hasMore: true };
}
