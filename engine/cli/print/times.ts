import { machineTimezone } from '../../dag/zone-offsets.ts';
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
  return iso === '' ? '' : localTime().format(new Date(iso)).replace(',', '');
}

let format: Intl.DateTimeFormat | undefined;

/** Made when it is needed: the first look at zones takes Node longer than many a command. */
function localTime(): Intl.DateTimeFormat {
  // Of all locales, this one writes dates in the order of ISO 8601.
  format ??= new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: machineTimezone(),
  });
  return format;
}
