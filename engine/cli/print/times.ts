import { machineTimezone } from '../../platform/machine-zone.ts';
import { formatDuration } from '../../lib/duration.ts';

interface Span {
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** How long something took, or takes up to now; empty for what has not started. */
export function spanText({ startedAt, finishedAt }: Span, now: number): string {
  if (startedAt === '') return '';
  const end = finishedAt === '' ? now : Date.parse(finishedAt);
  return formatDuration(end - Date.parse(startedAt));
}

/** `2026-02-03 10:11:12` in the zone of this machine; empty for a time that does not apply. */
export function localTimeText(iso: string): string {
  if (iso === '') return '';
  const time = new Date(iso);
  // What TZ says is read by our own rules. Without it the zone is Node's, which is at hand in a date, and asking Intl for
  // it takes longer than the rest of many a command.
  return process.env['TZ'] === undefined
    ? ownZoneText(time)
    : localTime().format(time).replace(',', '');
}

function ownZoneText(time: Date): string {
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()];
  return `${twoDigits(day).join('-')} ${twoDigits(clock).join(':')}`;
}

const twoDigits = (numbers: readonly number[]): readonly string[] =>
  numbers.map((number) => String(number).padStart(2, '0'));

let format: Intl.DateTimeFormat | undefined;

function localTime(): Intl.DateTimeFormat {
  // Of all locales, this one writes dates in the order of ISO 8601.
  format ??= new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: machineTimezone(),
  });
  return format;
}
