import { join } from 'node:path';
import { createEngine } from '#engine';
import type { RunDetail } from '#contract/run.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import { temporaryConfig } from '../support/home.ts';

export const samplesDir = join(import.meta.dirname, '../../resources/samples');

/** An engine on a home that was empty, so that it holds the samples and nothing else. */
export async function startSampleEngine() {
  const config = temporaryConfig({ skipExamples: false });
  const log = createLogger({ format: 'text', debug: false, quiet: true });
  const engine = await createEngine({ config, log, samplesDir });
  const { client } = engine;

  return {
    client,
    dagsDir: config.paths.dagsDir,
    stop: engine.stop,

    /** Runs a sample to its end. */
    async run(fileName: string, params: Readonly<Record<string, string>> = {}) {
      const { dagRun } = await client.call('dags.startSync', {
        fileName,
        params: JSON.stringify(params),
        timeout: 60,
      });
      return dagRun;
    },

    async outputs({ name, dagRunId }: RunDetail) {
      return (await client.call('runs.outputs', { name, dagRunId })).outputs;
    },

    async log({ name, dagRunId }: RunDetail, stepName: string, stream?: 'stderr') {
      const page = { name, dagRunId, stepName, limit: 10_000 };
      const { content } = await client.call('runs.stepLog', stream ? { ...page, stream } : page);
      return content;
    },
  };
}

export type SampleEngine = Awaited<ReturnType<typeof startSampleEngine>>;
