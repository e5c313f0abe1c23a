import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The time zone that a machine or its owner names. */
export interface SystemZone {
  /** As Intl takes it: a name of the zone data, or an offset such as `-02:00`. */
  readonly name: string;
  /** Why it may not be what was meant; null: it is. */
  readonly doubt: ZoneDoubt | null;
}

export interface ZoneDoubt {
  /** `problem`: the zone could not be read. */
  readonly level: 'warning' | 'problem';
  readonly message: string;
  readonly fix: string;
}

const UTC = 'UTC';
const FIX = 'Set `tz` in config.yaml, or TZ, to a name such as Europe/Berlin.';

/** Reads TZ as the C library does, from whose programs steps have the time. What cannot be read exactly is UTC. */
export function systemZone(tz: string | undefined): SystemZone {
  if (tz === undefined) return zoneOfNode();
  const text = tz.replace(/^:/, '');
  if (text === '') return doubtful(UTC, 'TZ is empty, which means UTC.');
  const name = zoneName(text) ?? zoneOfFile(text);
  if (name !== null) return { name, doubt: null };
  const offset = posixOffset(text);
  if (offset !== null)
    return doubtful(offset, `TZ=${tz} means UTC${offset}, without daylight saving time.`);
  return lost(`Cannot read the time zone TZ=${tz}`);
}

/** An unset TZ means the zone of the machine, which Node looks up once. */
function zoneOfNode(): SystemZone {
  // Undefined where Node finds none that it knows, whatever its types say.
  const found: { readonly timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  const name = found.timeZone;
  if (name !== undefined && isTimezone(name)) return { name, doubt: null };
  return lost('The time zone of this machine is unknown');
}

const lost = (message: string): SystemZone => ({
  name: UTC,
  doubt: {
    level: 'problem',
    message: `${message}, so schedules, logs and steps use UTC.`,
    fix: FIX,
  },
});

const doubtful = (name: string, message: string): SystemZone => ({
  name,
  doubt: { level: 'warning', message, fix: FIX },
});

/** What Intl knows besides the names of the zone data: `PST`, which to the C library is UTC by another name. */
const ABBREVIATION = /^(?!CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)[a-z]{3}$/i;

/** A name of the zone data, in its own capitals. */
function zoneName(text: string): string | null {
  const isName = /^[a-z]/i.test(text) && !/^SystemV\//i.test(text) && !ABBREVIATION.test(text);
  if (!isName || !isTimezone(text)) return null;
  return text === text.toLowerCase() ? intlName(text) : text;
}

const ZONE_DATA = '/usr/share/zoneinfo';

/** `/usr/share/zoneinfo/Europe/Berlin`, or a link to such a file: `/etc/localtime`. */
function zoneOfFile(text: string): string | null {
  const path = join(text.startsWith('/') ? '' : ZONE_DATA, text);
  return zoneOfPath(path) ?? zoneOfPath(realPath(path));
}

function zoneOfPath(path: string): string | null {
  const [, name] = /\/zoneinfo[^/]*\/(?:posix\/)?(.+)$/.exec(path) ?? [];
  return name === undefined ? null : zoneName(name);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // There is no such file, and so no zone in it.
    return path;
  }
}

/** A name, then the hours and minutes by which UTC is ahead: `GMT+2`, `<+0530>-5:30`. Changes of the clock are not read. */
const POSIX =
  /^(?:[a-z]{3,}|<[a-z\d+-]{3,}>)(?<sign>[+-]?)(?<hours>[01]?\d|2[0-3])(?::(?<minutes>[0-5]\d))?$/i;

function posixOffset(text: string): string | null {
  const { sign, hours, minutes = '00' } = POSIX.exec(text)?.groups ?? {};
  if (hours === undefined) return null;
  const isZero = Number(hours) + Number(minutes) === 0;
  return isZero ? '+00:00' : `${sign === '-' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

/** A zone of the settings by the name that other programs know as well. */
export function settingZone(tz: string): string {
  return zoneName(tz) ?? intlName(tz);
}

function intlName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** Whether this Node knows a zone of that name. */
export function isTimezone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // Intl has no other way to ask.
    return false;
  }
}

/**
 * Lets the programs that a process starts have the zone of the engine. Where TZ is not set and nothing else says a zone,
 * it stays unset: they find that of the machine as Node did.
 */
export function passZoneOn(env: Record<string, string | undefined>, timezone: string): void {
  if (env['TZ'] === undefined && systemZone(undefined).name === timezone) return;
  env['TZ'] = programZone(timezone);
}

/** The C library takes an offset in the form of POSIX alone, in which it is to be added to get UTC. */
function programZone(timezone: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(timezone) ?? [];
  if (sign === undefined) return timezone;
  return `<${sign}${hours}${minutes}>${sign === '+' ? '-' : '+'}${hours}:${minutes}`;
}
