import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoTime } from '../../lib/clock.ts';
import { runCommand } from '../../platform/run-command.ts';
import { ok, problem, warning, type Check, type DoctorContext, type Verdict } from './check.ts';

const TIMEOUT_MS = 5000;
const DAY_MS = 86_400_000;
const EARLIEST = Date.parse('2025-01-01T00:00:00Z');
const LATEST = Date.parse('2100-01-01T00:00:00Z');
const SET_CLOCK = 'Set the clock of this machine, and enable time synchronization.';

/** Whether times mean what they say: schedules depend on it. */
export const clockCheck: Check = {
  name: 'clock',
  look: async (context) => {
    const { timezoneDoubt } = context.config;
    const faults = [
      saneTime(context),
      setBack(context),
      aheadOf(context),
      timezoneDoubt,
      zoneData(),
    ];
    const bad = [...faults, await synchronized(context)].filter((fault) => fault !== null);
    if (bad.length > 0) return bad;
    return [
      ok(`The time is ${isoTime(context.clock.now())}, the time zone ${context.config.timezone}.`),
    ];
  },
};

function saneTime({ clock }: DoctorContext): Verdict | null {
  const now = clock.now();
  if (now >= EARLIEST && now < LATEST) return null;
  return problem(`The clock of this machine says ${isoTime(now)}.`, SET_CLOCK);
}

/** What the engine wrote last cannot lie in the future. */
function setBack({ clock, config }: DoctorContext): Verdict | null {
  const files = ['engine.db', 'engine.db-wal'].map((name) => join(config.paths.dataDir, name));
  const times = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const written = Math.max(...times);
  if (written <= clock.now() + DAY_MS) return null;
  return warning(
    `The clock says ${isoTime(clock.now())}, but the database was last written at ${isoTime(written)}: the clock was moved back.`,
    SET_CLOCK,
  );
}

/** What the engine could not follow: it deletes nothing for its age then. */
function aheadOf({ engine }: DoctorContext): Verdict | null {
  const notice = engine?.notice ?? null;
  return notice === null ? null : warning(notice, SET_CLOCK);
}

/** A Node without the data of zones takes each of them for UTC. */
function zoneData(): Verdict | null {
  const berlin = Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Berlin',
    timeZoneName: 'shortOffset',
  });
  if (berlin.format(Date.parse('2025-07-01T12:00:00Z')).endsWith('GMT+2')) return null;
  return problem('This Node has no time zone data.', 'Use a build of Node with full ICU data.');
}

async function synchronized({ env, platform }: DoctorContext): Promise<Verdict | null> {
  if (platform !== 'linux') return null;
  const options = { shell: ['/bin/sh'], workingDir: tmpdir(), timeoutMs: TIMEOUT_MS };
  const answer = await runCommand('timedatectl show -p NTPSynchronized --value', {
    ...options,
    env: { PATH: env['PATH'] ?? '' },
    // Machines without it keep their time in another way.
  }).catch(() => '');
  if (answer.trim() !== 'no') return null;
  return warning(
    'Time synchronization is disabled, and schedules depend on the clock.',
    'timedatectl set-ntp true',
  );
}
