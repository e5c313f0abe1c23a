/**
 * The program of the side thread: does what would hold up the event loop of the engine. It holds nothing between two jobs,
 * and answers each with one message.
 */
import { parentPort } from 'node:worker_threads';
import { EngineError, toWireError } from '../../contract/errors.ts';
import { schemasHere } from '../prepare/param-schemas.ts';
import type { Answer, Job, Outcome } from './job.ts';
import {
  baseHere,
  compareHere,
  crontabHere,
  documentHere,
  mergeHere,
  planHere,
  readHere,
  slotsHere,
  turnHere,
} from './work-here.ts';

parentPort?.on('message', (job: Job) => {
  const before = process.threadCpuUsage();
  void outcomeOf(job).then((outcome) => {
    const { user, system } = process.threadCpuUsage(before);
    const answer: Answer = { ...outcome, usedMs: (user + system) / 1000 };
    parentPort?.postMessage(answer);
  });
});
parentPort?.postMessage('ready');

async function outcomeOf(job: Job): Promise<Outcome> {
  try {
    return { kind: 'done', value: await done(job) };
  } catch (error) {
    if (error instanceof EngineError) return { kind: 'refused', error: toWireError(error) };
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

function done({ kind, job }: Job) {
  switch (kind) {
    case 'load':
      return readHere(job);
    case 'base':
      return baseHere(job.text);
    case 'compare':
      return compareHere(job);
    case 'merge':
      return mergeHere(job);
    case 'schemaParams':
      return schemasHere.paramsOf(job);
    case 'checkParams':
      return schemasHere.check(job);
    case 'turn':
      return turnHere(job);
    case 'crontab':
      return crontabHere(job);
    case 'slots':
      return slotsHere(job);
    case 'document':
      return documentHere(job);
    case 'dryRun':
      return planHere(job, schemasHere);
  }
}
