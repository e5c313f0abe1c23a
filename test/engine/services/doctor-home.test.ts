import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyHome, moveHome } from '../../support/copied-home.ts';
import { asEarlierHome } from '../../support/earlier-home.ts';
import { anEngine } from '../../support/engine.ts';
import { aHomeRow, aPatient, finding, found } from '../../support/doctor-context.ts';

describe('the home', () => {
  async function aCopy() {
    const { config, stop } = await anEngine();
    await stop();
    return { original: config, copy: copyHome(config) };
  }

  it('is well when it is no copy, served or not', async () => {
    const { original, copy } = await aCopy();
    asEarlierHome(copy);
    const patients = [
      aPatient(),
      aPatient({ config: copy }),
      aPatient({ config: original }),
      aPatient({ engine: { problem: null, notice: null, home: aHomeRow } }),
    ];

    const findings = await Promise.all(patients.map((context) => found(context, 'home')));

    expect(findings).toEqual([
      [finding('ok', /^This home has no identity yet/)],
      [finding('ok', /^This home has no identity yet/)],
      [finding('ok', /not a copy/)],
      [finding('ok', /not a copy/)],
    ]);
  });

  it('is told of as a copy before an engine serves it, and the database stays as it is', async () => {
    const { original, copy } = await aCopy();
    const file = join(copy.paths.dataDir, 'engine.db');
    const before = readFileSync(file);

    expect(await found(aPatient({ config: copy }), 'home')).toEqual([
      finding('warning', new RegExp(`is a copy of ${original.paths.dataDir}\\. An engine`)),
    ]);
    expect(readFileSync(file)).toEqual(before);
  });

  it('is told of as a copy for as long as its original is there', async () => {
    const { original, copy } = await aCopy();
    const { client } = await anEngine({ config: copy });
    const ofHome = async () => {
      const { findings } = await client.call('system.doctor', {});
      return findings.filter(({ check }) => check === 'home');
    };

    const beside = await ofHome();
    rmSync(original.paths.dataDir, { recursive: true });
    const alone = await ofHome();

    expect([beside, alone]).toMatchObject([
      [finding('warning', /is a copy of \S+, which still exists.+both follow their schedules/)],
      [finding('ok', /is a copy of \S+, and follows its own schedules/)],
    ]);
  });

  it('is told of as moved before an engine serves it', async () => {
    const { config, stop } = await anEngine();
    await stop();
    expect(await found(aPatient({ config: moveHome(config) }), 'home')).toEqual([
      finding('ok', new RegExp(`was moved from ${config.paths.dataDir}`)),
    ]);
  });
});
