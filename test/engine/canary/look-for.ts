import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from '../../../engine/lib/logger.ts';
import type { Download } from '../../../engine/contract/download.ts';
import { toWireError } from '../../../engine/contract/errors.ts';
import type { RunDetail } from '../../../engine/contract/run.ts';
import type { Engine } from '../../../engine/index.ts';
import {
  operationNames,
  operations,
  type OperationName,
} from '../../../engine/contract/operations.ts';

/** A place where a word was found, with what stands around it. */
export type Finding = string;

/** Every file below a folder that holds the word, in its bytes. */
export function filesWith(folder: string, word: string): readonly Finding[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => found(file, readFileSync(file, 'latin1'), word));
}

/** The word as it is, and as any text around it may write it. */
export function found(where: string, text: string, word: string): readonly Finding[] {
  const at = text.indexOf(word);
  if (at < 0) return [];
  return [`${where}: ${JSON.stringify(text.slice(Math.max(0, at - 80), at + 80))}`];
}

/** A logger that keeps every line, with its errors as people would see them. */
export function keepingLogger(lines: string[]): Logger {
  const keep = (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    const texts = Object.values(fields).map((value) =>
      value instanceof Error ? `${value.stack} ${String(value.cause)}` : JSON.stringify(value),
    );
    lines.push([message, ...texts].join(' '));
  };
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep, with: () => log };
  return log;
}

type Input = Readonly<Record<string, string>>;

/** A day before and a day after. */
function aroundNow(): Input {
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return { from: from ?? '', to: to ?? '' };
}

/** What the engine answers to every question that there is about a run of a stored DAG, those it called included. */
export async function everythingAbout(
  { client }: Pick<Engine, 'client'>,
  one: { readonly name: string; readonly dagRunId: string },
  given: Input = { fileName: one.name },
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (input: Input): Promise<void> => {
    const all = { ...given, ...input, ...aroundNow(), q: 'e' };
    for (const operation of operationNames.filter((each) => asksWith(each, all))) {
      const answer = await client.call(operation, all as never).then(textOf, refusalOf);
      answers.set(`${operation} ${JSON.stringify(input)}`, answer);
    }
  };
  await ask({});
  await ask(one);
  const { dagRun } = await client.call('runs.get', one);
  const handlers = [dagRun.onInit, dagRun.onFailure, dagRun.onExit, dagRun.onAbort, dagRun.onWait];
  const nodes = [...dagRun.nodes, ...handlers.flatMap((node) => node ?? [])];
  for (const { step } of nodes) {
    for (const stream of ['stdout', 'stderr']) await ask({ ...one, stepName: step.name, stream });
  }
  for (const { dagRunId } of (await client.call('subRuns.list', one)).subRuns) {
    if (dagRunId === '') continue;
    const sub = { ...one, subDAGRunId: dagRunId };
    await ask(sub);
    const child = (await client.call('subRuns.get', sub)).dagRun;
    for (const { step } of child.nodes) await ask({ ...sub, stepName: step.name });
    const below = await everythingAbout({ client }, idOf(child), {});
    for (const [about, answer] of below) answers.set(about, answer);
  }
  return answers;
}

/** An answer as its caller sees it; of a file all that is in it. */
async function textOf(answer: unknown): Promise<string> {
  const isFile = typeof answer === 'object' && answer !== null && 'open' in answer;
  if (!isFile) return JSON.stringify(answer);
  return text((answer as Download).open());
}

const absent: ReadonlySet<string> = new Set(['not_found', 'unauthorized', 'service_unavailable']);

/** What there is not: logs of steps that never began, users, workers. No secret may be in the words for it either. */
function refusalOf(error: unknown): string {
  const refusal = toWireError(error);
  if (!absent.has(refusal.code)) throw error;
  return JSON.stringify(refusal);
}

const idOf = ({ name, dagRunId }: RunDetail) => ({ name, dagRunId });

/** Whether an operation reads, and needs what is given: of a run, a step and a sub-run all that there is. */
function asksWith(name: OperationName, input: Input): boolean {
  const { method, path, access } = operations[name];
  // Leaving a queue is a `get`, and no question.
  if (method !== 'get' || access === 'operator') return false;
  const needed = [...path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => word);
  const steps = 'stepName' in input === needed.includes('stepName');
  const subs = 'subDAGRunId' in input === needed.includes('subDAGRunId');
  return (
    needed.every((word) => word in input) &&
    steps &&
    subs &&
    needed.includes('dagRunId') === 'dagRunId' in input
  );
}
