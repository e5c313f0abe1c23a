import { isTimezone } from '../../../config/system-zone.ts';
import type { OperationHandlers } from '../../../contract/operations.ts';
import type { SlotKind } from '../../../contract/schedule.ts';
import type { ScheduleEntry, Schedules } from '../../../dag/definition.ts';
import { jitterOf } from '../../../dag/jitter.ts';
import { parseScheduleEntry } from '../../../dag/schedule.ts';
import { requireDag } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';
import { previewSchedule, refusal, type PreviewRequest } from '../../preview-schedule.ts';

type Name = 'schedule.preview' | 'dags.schedulePreview';

/** When lines of a schedule are due, past or coming, without anything that happened or will happen. */
export function schedulePreviewHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { config } = services;
  const preview = (request: PreviewRequest) =>
    previewSchedule(request, services.clock.now(), (job) => services.aside.slots(job));

  return {
    'schedule.preview': ({ timezone = config.timezone, ...input }) => {
      if (!isTimezone(timezone)) throw refusal('timezone', `unknown time zone \`${timezone}\``);
      const { from, to, count, name: dagName, jitterSec } = input;
      const jitter = { dagName, jitterSec };
      return preview({ schedule: readLines(input), timezone, from, to, count, jitter });
    },
    'dags.schedulePreview': ({ fileName, ...range }) => {
      const { loaded } = requireDag(services, fileName);
      const dag = loaded.dag ?? loaded.partial;
      const { schedule } = dag;
      const { timezone } = config;
      return preview({ schedule, timezone, ...range, jitter: jitterOf(dag) });
    },
  };
}

function readLines(lines: Readonly<Record<SlotKind, readonly string[]>>): Schedules {
  const read = (kind: SlotKind): ScheduleEntry[] =>
    lines[kind].map((line) => {
      const entry = parseScheduleEntry(line);
      if ('problem' in entry) throw refusal(kind, `\`${line}\` ${entry.problem}`);
      return entry;
    });
  return { start: read('start'), stop: read('stop'), restart: read('restart') };
}
