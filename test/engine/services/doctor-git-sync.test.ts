import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import type { DoctorContext } from '../../../engine/services/doctor/check.ts';
import { aPatient, finding, found } from '../../support/doctor-context.ts';
import { anEngine } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

describe('Git Sync', () => {
  const patient = (testSync: DoctorContext['testSync'], clock = systemClock): DoctorContext => {
    const { gitSync, ...config } = temporaryConfig();
    const on = { ...gitSync, enabled: true, repository: 'https://git.example.org/dags.git' };
    return aPatient({ config: { ...config, gitSync: on }, testSync, clock });
  };

  it('is tried where it is on and an engine runs', async () => {
    const works = async () => ({ success: true, message: 'The connection works.', checks: [] });

    expect(await found(aPatient(), 'git-sync')).toEqual([finding('ok', /is off/)]);
    expect(await found(patient(null), 'git-sync')).toEqual([finding('ok', /A running engine/)]);
    expect(await found(patient(works), 'git-sync')).toEqual([
      finding('ok', /^The connection works\.$/),
    ]);
  });

  it('is a problem where a part of the way fails, with its name', async () => {
    const fails = async () => ({
      success: false,
      error: 'The token is refused.',
      checks: [{ name: 'credential', state: 'failed' as const, message: 'The token is refused.' }],
    });

    expect(await found(patient(fails), 'git-sync')).toEqual([
      finding('problem', /repository \(credential\): The token is refused\.$/, /sync test/),
    ]);
  });

  it('is not waited for longer than a person waits', async () => {
    const clock = {
      ...systemClock,
      after: (_ms: number, then: () => void) => systemClock.after(0, then),
    };
    const never = () => new Promise<never>(() => undefined);

    expect(await found(patient(never, clock), 'git-sync')).toEqual([
      finding('warning', /git\.example\.org\/dags\.git has not responded within 20 seconds/),
    ]);
  });

  it('is tried by a running engine', async () => {
    const { gitSync, ...config } = temporaryConfig();
    const on = { ...gitSync, enabled: true, repository: 'http://127.0.0.1:2/dags.git' };
    const engine = await anEngine({ config: { ...config, gitSync: on } });

    const { findings } = await engine.client.call('system.doctor', {});

    expect(findings.find(({ check }) => check === 'git-sync')).toMatchObject({
      level: 'problem',
      message: expect.stringMatching(/cannot reach its repository \(host\)/),
    });
  });
});
