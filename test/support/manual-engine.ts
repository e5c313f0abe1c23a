import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine } from '#engine';
import { isActiveRun, type RunStatus } from '#contract/status.ts';
import type { RunDetail } from '#contract/run.ts';
import { loadDag } from '../../engine/steps/load-dag.ts';
import { PATIENCE_MS } from './eventually.ts';
import { silentLogger } from './engine.ts';
import { temporaryConfig, temporaryFolder } from './home.ts';

/** What became of a definition of the manual. */
export interface ManualRun {
  readonly name: string;
  readonly dagRunId: string;
  readonly status: RunStatus;
  /** Everything that its steps and handlers printed. */
  readonly printed: string;
}

/** An engine that runs definitions of the manual one beside the other. */
export async function startManualEngine() {
  const engine = await createEngine({ config: temporaryConfig(), log: silentLogger() });
  const { client } = engine;

  /** Runs a definition in a folder of its own with these files, until it has ended or waits for a person. */
  async function run(spec: string, files: Readonly<Record<string, string>> = {}) {
    const folder = temporaryFolder('manual');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { name } = loadDag(spec, { name: 'example' }).partial;
    const { dagRunId } = await client.call('runs.start', { spec, name, defaultWorkingDir: folder });
    return settled(name, dagRunId);
  }

  async function settled(name: string, dagRunId: string): Promise<ManualRun> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const changed = Promise.withResolvers<void>();
      const end = engine.subscribe({ name }, () => changed.resolve());
      const { dagRun } = await client.call('runs.get', { name, dagRunId });
      const { statusLabel: status } = dagRun;
      const isOver = status === 'waiting' || (!isActiveRun(status) && status !== 'not_started');
      if (!isOver) await Promise.race([changed.promise, expiry(deadline)]);
      end();
      if (isOver) return { name, dagRunId, status, printed: await printedBy(dagRun) };
      if (deadline.aborted) throw new Error(`The run is still ${JSON.stringify(dagRun, null, 1)}`);
    }
  }

  async function printedBy(run: RunDetail): Promise<string> {
    const { name, dagRunId, nodes, onInit, onSuccess, onFailure, onAbort, onWait, onExit } = run;
    const handlers = [onInit, onSuccess, onFailure, onAbort, onWait, onExit];
    const streams = [...nodes, ...handlers.flatMap((node) => node ?? [])].flatMap(({ step }) =>
      (['stdout', 'stderr'] as const).map((stream) => ({ stepName: step.name, stream })),
    );
    const pages = await Promise.all(
      streams.map((page) => client.call('runs.stepLog', { name, dagRunId, ...page })),
    );
    return pages.map(({ content }) => content).join('\n');
  }

  return { client, run, settled, stop: engine.stop };
}

function expiry(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

export type ManualEngine = Awaited<ReturnType<typeof startManualEngine>>;
