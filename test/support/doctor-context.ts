import { expect } from 'vitest';
import type { Finding } from '../../engine/contract/operations/maintenance.ts';
import { systemClock } from '../../engine/platform/system-clock.ts';
import type { DoctorContext } from '../../engine/services/doctor/check.ts';
import { examine } from '../../engine/services/doctor/examine.ts';
import type { HomeRow } from '../../engine/storage/home.ts';
import { temporaryConfig, temporaryFolder } from './home.ts';

/** A patient without fault, and what a test changes about it. */
export function aPatient(change: Partial<DoctorContext> = {}): DoctorContext {
  const { PATH = '' } = process.env;
  return {
    config: temporaryConfig(),
    env: { PATH, HOME: temporaryFolder(), SHELL: '/bin/sh' },
    platform: process.platform,
    clock: systemClock,
    engine: null,
    testSync: null,
    dags: async () => ({ files: 3, broken: [] }),
    shortSecrets: async () => [],
    ...change,
  };
}

/** What one check of the doctor finds. */
export async function found(
  context: DoctorContext,
  check: string,
): Promise<readonly Omit<Finding, 'check'>[]> {
  const findings = await examine(context);
  return findings
    .filter((finding) => finding.check === check)
    .map(({ level, message, fix }) => ({ level, message, fix }));
}

/** A home that was never anything else. */
export const aHomeRow: HomeRow = {
  identity: '0123456789ab',
  path: '/home/data',
  machine: '',
  ownsUnnamed: 0,
  copyOfPath: '',
  copyOfIdentity: '',
  copyOfMachine: '',
  copyFoundAt: null,
};

/** A finding, by its texts. */
export const finding = (level: Finding['level'], message: RegExp, fix = /./) => ({
  level,
  message: expect.stringMatching(message),
  fix: expect.stringMatching(level === 'ok' ? /^$/ : fix),
});
