import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import type { Case } from './case.ts';
import { predict } from './model.ts';
import { predicted, simulated } from './results.ts';
import { Simulation, type Kill } from './simulation.ts';

/**
 * Runs a case on the engine and holds what comes of it against what the model says. A case in which two things happen at
 * the same time is left out: no rule says which of them is first.
 */
export async function expectAgreement(given: Case, kills: readonly Kill[] = []): Promise<void> {
  const prediction = predict(given);
  fc.pre(!prediction.tied);
  const folder = temporaryFolder('model');
  const simulation = new Simulation(given, { folder: join(folder, 'case'), kills });
  try {
    await simulation.run();
    expect(simulated(simulation)).toEqual(predicted(prediction));
    expect(simulation.complaints).toEqual([]);
  } finally {
    simulation.close();
    rmSync(folder, { recursive: true });
  }
}
