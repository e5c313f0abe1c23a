import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStatuses } from '../../../../engine/contract/status.ts';
import { lintRules } from '../../../../engine/dag/lint/lint-rules.ts';
import { loadDag } from '../../../../engine/steps/load-dag.ts';
import { referenceFile, referenceText } from '../../../../scripts/docs/reference.ts';
import { startManualEngine, type ManualEngine } from '../../../support/manual-engine.ts';

const reference = readFileSync(referenceFile, 'utf8');
const guide = readFileSync(join(dirname(referenceFile), 'guide.md'), 'utf8');

/** The definitions of a page, each with the heading above it and the status that it ends with. */
function definitionsOf(page: string) {
  return [...page.matchAll(/^```yaml ?(\w*)\n([^]*?)\n```$/gm)].map((match) => ({
    heading: /^.*\n## ([^\n]+)\n(?![^]*\n## )/s.exec(page.slice(0, match.index))?.[1] ?? '',
    ends: runStatuses.find((status) => status === match[1]) ?? 'succeeded',
    spec: match[2] ?? '',
  }));
}

const definitions = definitionsOf(guide);
/** What lies beside the definitions of the guide that need it. */
const files = { 'password.txt': 'open sesame\n', 'local.env': 'USER_NAME=ada\n' };

let engine: ManualEngine;
beforeAll(async () => {
  process.env['API_TOKEN'] = 'swordfish';
  engine = await startManualEngine();
});
afterAll(async () => {
  delete process.env['API_TOKEN'];
  await engine.stop();
});

describe('the guide', () => {
  it('has a definition for everything but the last parts, which are about commands and files', () => {
    const headings = [...guide.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

    expect(headings.length).toBe(21);
    expect(new Set(definitions.map(({ heading }) => heading))).toEqual(
      new Set(headings.slice(0, -7)),
    );
  });

  it.each(definitions)('shows a sound definition: $heading', ({ spec }) => {
    const lint = { storedDags: new Set<string>() };
    expect(loadDag(spec, { name: 'guide', lint }).issues).toEqual([]);
  });

  it.concurrent.each(definitions)('runs: $heading', async ({ spec, ends }) => {
    expect(await engine.run(spec, files)).toMatchObject({ status: ends });
  });

  it('asks a person, and goes on as it says', async () => {
    const { spec = '' } = definitions.find(({ ends }) => ends === 'waiting') ?? {};
    const { name, dagRunId, printed } = await engine.run(spec);

    await engine.client.call('runs.approve', {
      name,
      dagRunId,
      stepName: 'ask',
      inputs: { SENDER: 'Ada' },
    });
    const ended = await engine.settled(name, dagRunId);

    expect(printed).toContain('Send 300 letters?');
    expect(ended).toMatchObject({ status: 'succeeded' });
    expect(ended.printed).toContain('Ada sends 300 letters');
  });

  it('keeps its secrets as it says', async () => {
    const { spec = '' } = definitions.find(({ heading }) => heading.includes('secrets')) ?? {};
    const { printed } = await engine.run(spec, files);

    expect(printed).toContain('as ada with ******* and *******');
  });

  it('writes out keys that exist, and commands that exist', () => {
    const commands = [...guide.matchAll(/`dagwright (\w+)/g)].map(([, command]) => command);
    const ofRuns = [
      'start',
      'status',
      'validate',
      'diff',
      'approve',
      'reject',
      'dry',
      'explain',
      'retry',
      'next',
      'why',
    ];
    expect(new Set(commands)).toEqual(
      new Set([...ofRuns, 'config', 'doctor', 'history', 'import', 'server', 'sync', 'webhook']),
    );
  });
});

describe('the reference', () => {
  it('is the one that the tables make', () => {
    expect(reference).toBe(referenceText());
  });

  it('shows definitions alone that load', () => {
    for (const { spec } of definitionsOf(reference)) {
      const errors = loadDag(spec, { name: 'x' }).issues;
      expect([spec, errors]).toEqual([spec, []]);
    }
  });

  it('explains each warning under its code', () => {
    for (const { code } of lintRules) expect(reference).toContain(`\n### ${code}\n`);
  });

  it('has one heading for each thing, so that links find it', () => {
    const headings = [...reference.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([...new Set(headings)]);
  });
});
