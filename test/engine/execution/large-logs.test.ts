import { readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LogPage } from '../../../engine/contract/run.ts';
import { LARGEST_PAGE } from '../../../engine/platform/log-lines.ts';
import { campaign } from '../../support/campaign.ts';
import { eventually, hasEnded } from '../../support/engine.ts';
import { forkEngine, type ForkedEngine } from '../../support/fork-engine.ts';
import { temporaryConfig } from '../../support/home.ts';

const MEGABYTE = 1024 * 1024;
/** More by far than an engine may grow. */
const PRINTED = campaign('DAGWRIGHT_LOG_MEGABYTES', { short: 256, full: 1024 }) * MEGABYTE;
const PATIENCE_MS = 150_000;

const memory = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
};

interface LoudRun {
  readonly engine: ForkedEngine;
  readonly log: string;
  /** Bytes by which the memory of the engine has grown at the most since before the run. */
  readonly grown: () => number;
  readonly page: (lines: object) => Promise<LogPage>;
}

const run = { name: 'loud', dagRunId: 'one' };

/** Lets a step print very much, on an engine that has done a little work before. */
async function loudRun(command: string): Promise<LoudRun> {
  const config = temporaryConfig();
  const engine = await forkEngine(config);
  onTestFinished(() => rmSync(config.paths.logDir, { recursive: true, force: true }));
  await runOn(engine, 'quiet', 'seq 100000');
  await engine.call('runs.stepLog', { name: 'quiet', dagRunId: 'one', stepName: 'main', tail: 1 });
  const before = memory(engine.pid, 'VmRSS');

  const log = await runOn(engine, run.name, command);

  return {
    engine,
    log,
    grown: () => memory(engine.pid, 'VmHWM') - before,
    page: (lines) => engine.call('runs.stepLog', { ...run, stepName: 'main', ...lines }),
  };
}

async function runOn(engine: ForkedEngine, name: string, command: string): Promise<string> {
  const spec = `steps:\n  - name: main\n    command: |\n      ${command}\n`;
  await engine.call('runs.start', { spec, name, dagRunId: 'one' });
  const show = async () => (await engine.call('runs.get', { name, dagRunId: 'one' })).dagRun;
  await eventually(async () => hasEnded(await show()), 'the run has ended', PATIENCE_MS);
  const { statusLabel, nodes } = await show();
  expect(statusLabel).toBe('succeeded');
  return nodes[0]?.stdout ?? '';
}

const bytesOf = ({ content }: LogPage): number => Buffer.byteLength(content);

describe('a step that prints very much', () => {
  it(
    `prints ${PRINTED / MEGABYTE} MB of lines while the engine stays small and every page is answered`,
    async () => {
      const { log, grown, page, engine } = await loudRun(
        `yes ${'x'.repeat(99)} | head -c ${PRINTED}`,
      );
      const lines = Math.ceil(PRINTED / 100);
      expect(statSync(log).size).toBe(PRINTED);
      const pages = [
        await page({}),
        await page({ tail: 10_000 }),
        await page({ head: 10_000 }),
        await page({ offset: Math.floor(lines / 2), limit: 1000 }),
        await page({ offset: lines + 1 }),
      ];
      const search = { ...run, stepName: 'main', q: 'nothing of the kind' };
      const missed = await engine.call('runs.searchStepLog', search);
      const found = await engine.call('runs.searchStepLog', { ...search, q: 'X', limit: 10_000 });

      expect(pages.map(({ lineCount }) => lineCount)).toEqual([1000, 10_000, 10_000, 1000, 0]);
      expect(new Set(pages.map(({ totalLines }) => totalLines))).toEqual(new Set([lines]));
      expect(missed).toEqual({ matches: [], hasMore: false, totalLines: lines });
      expect(found.matches).toHaveLength(10_000);
      // Seven answers of a megabyte or so, in several copies, go when it suits the collector.
      expect(grown()).toBeLessThan(64 * MEGABYTE);
    },
    PATIENCE_MS * 2,
  );

  it(
    'prints 50 MB without a line break, which is cut with a note',
    async () => {
      const { grown, page, engine } = await loudRun(
        `head -c ${50 * MEGABYTE} /dev/zero | tr '\\0' x; echo; echo last`,
      );

      const first = await page({});
      const tail = await page({ tail: 2 });
      const only = await page({ tail: 1 });

      expect(first).toMatchObject({ lineCount: 2, totalLines: 2, hasMore: false });
      expect(first.content).toMatch(/^x{1048576} \[line of 52428800 bytes, truncated\]\nlast$/);
      expect(first.note).toContain('very long line');
      expect(tail.content).toBe(first.content);
      expect(only).toMatchObject({ content: 'last', hasMore: true });
      expect(only.note).toBeUndefined();
      const search = { ...run, stepName: 'main', q: 'xx' };
      const { matches } = await engine.call('runs.searchStepLog', search);
      expect(matches.map(({ lineNumber }) => lineNumber)).toEqual([1]);
      expect(grown()).toBeLessThan(50 * MEGABYTE);
    },
    PATIENCE_MS,
  );

  it(
    'prints many long lines, of which every answer holds a bounded part',
    async () => {
      const { grown, page, engine } = await loudRun(
        `line=$(head -c ${MEGABYTE / 2} /dev/zero | tr '\\0' x); for i in $(seq 400); do echo "$line"; done`,
      );

      for (const lines of [{}, { tail: 300 }, { offset: 100, limit: 200 }]) {
        const { note, ...answer } = await page(lines);
        expect(bytesOf({ ...answer })).toBeLessThan(LARGEST_PAGE + 2 * MEGABYTE);
        expect(answer).toMatchObject({ totalLines: 400, hasMore: true });
        expect(note).toContain('this page has fewer');
      }
      const search = { ...run, stepName: 'main', q: 'x', limit: 400 };
      const { matches, hasMore } = await engine.call('runs.searchStepLog', search);

      expect(hasMore).toBe(true);
      expect(matches.length).toBeGreaterThan(0);
      const bytes = matches.reduce((sum, { line }) => sum + line.length, 0);
      expect(bytes).toBeLessThan(LARGEST_PAGE + 2 * MEGABYTE);
      // Four answers of 4 MB each, in several copies, that are collected when it suits the collector.
      expect(grown()).toBeLessThan(110 * MEGABYTE);
    },
    PATIENCE_MS,
  );

  it(
    'prints bytes that are no text, which pages show as well as they can',
    async () => {
      const { grown, page, log } = await loudRun(`head -c ${20 * MEGABYTE} /dev/urandom`);

      const first = await page({});
      const last = await page({ tail: 1000 });
      expect(grown()).toBeLessThan(50 * MEGABYTE);

      const most = await page({ tail: 10_000 });
      const feeds = readFileSync(log).reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);
      expect([feeds, feeds + 1]).toContain(first.totalLines);
      expect(first.lineCount).toBeGreaterThan(0);
      expect(last.lineCount).toBeGreaterThan(0);
      expect(most.lineCount).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
