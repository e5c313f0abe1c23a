import type { Download } from '../../../contract/download.ts';
import type { OperationInput, OperationOutput } from '../../../contract/operations.ts';
import type { LogPage, LogSearch, RunOutputs } from '../../../contract/run.ts';
import { outputKey } from '../../../contract/output-key.ts';
import type { Dag } from '../../../dag/definition.ts';
import { runSteps, stepAt } from '../../../dag/run-steps.ts';
import { showSealed } from '../../../dag/sealed-text.ts';
import { runLogFile } from '../../../execution/keep/run-folders.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { TextEncoding } from '../../../lib/text-encoding.ts';
import { downloadLog } from '../../../platform/log-download.ts';
import { emptyPage, readLogPage, searchLog } from '../../../platform/log-pages.ts';
import { printedIn } from '../../../steps/printed-in.ts';
import { conversationsOf } from '../../../storage/conversations.ts';
import * as stored from '../../../storage/nodes.ts';
import { definitionText, type RunRecord } from '../../../storage/runs.ts';
import { AnswerSize } from '../../answer-size.ts';
import { requireNode } from '../../find.ts';
import type { EngineServices } from '../../engine-services.ts';

type Page = Pick<OperationInput<'runs.log'>, 'tail' | 'head' | 'offset' | 'limit'>;

/** A page of the run log. */
export function runLogOf(run: RunRecord, page: Page): Promise<LogPage> {
  return readLogPage(runLogFile(run.logFolder), page, run.startedAt !== null);
}

/** The whole run log, as a file. */
export function runLogFileOf(run: RunRecord): Promise<Download> {
  return downloadLog(runLogFile(run.logFolder), `${run.dagName}-${run.runId}`);
}

/** The whole log of a step or handler, as a file: empty for one that has not started. */
export function stepLogFileOf(
  services: EngineServices,
  run: RunRecord,
  { stepName, stream }: Pick<OperationInput<'runs.stepLog'>, 'stepName' | 'stream'>,
): Promise<Download> {
  const { attempt, [stream]: path } = requireNode(services, run, stepName);
  const title = `${run.dagName}-${run.runId}-${stepName}.${stream}`;
  return downloadLog(path === '' || attempt === 0 ? null : path, title);
}

/** A page of the log of a step or handler; one that has not started has none. */
export function stepLogOf(
  services: EngineServices,
  run: RunRecord,
  { stepName, stream, ...page }: Pick<OperationInput<'runs.stepLog'>, 'stepName' | 'stream'> & Page,
): Promise<LogPage> | LogPage {
  const node = requireNode(services, run, stepName);
  if (node[stream] === '') return emptyPage;
  // A step that was skipped has printed nothing, and what a call prints, it prints at its end.
  const request = { ...page, encoding: encodingOf(services, run, node) };
  return readLogPage(node[stream], request, node.attempt > 0 && node.finishedAt !== null);
}

/** Lines of the log of a step or handler that hold a text. */
export function searchStepLogOf(
  services: EngineServices,
  run: RunRecord,
  { stepName, stream, ...search }: Omit<OperationInput<'runs.searchStepLog'>, 'name' | 'dagRunId'>,
): Promise<LogSearch> | LogSearch {
  const node = requireNode(services, run, stepName);
  if (node[stream] === '') return { matches: [], hasMore: false, totalLines: 0 };
  return searchLog(node[stream], { ...search, encoding: encodingOf(services, run, node) });
}

function encodingOf(
  { definitions }: EngineServices,
  run: RunRecord,
  { position }: Pick<stored.NodeRecord, 'position'>,
): TextEncoding {
  const dag = definitions.of(run);
  return printedIn(stepAt(dag, position), dag);
}

/** What a step or handler said to a language model and was answered. */
export function messagesOf(
  services: EngineServices,
  run: RunRecord,
  { stepName }: Pick<OperationInput<'runs.stepMessages'>, 'stepName'>,
): OperationOutput<'runs.stepMessages'> {
  const { position } = requireNode(services, run, stepName);
  const kept = conversationsOf(services.db, run.id).find((one) => one.position === position);
  return { messages: [...(kept?.messages ?? [])] };
}

/** Later steps win on the same key; an output with `omit` stays out, and so do those of handlers. */
export function outputsOf(services: EngineServices, run: RunRecord): Promise<RunOutputs> {
  const { definitions, snapshots } = services;
  return snapshots.holding(run, () => outputsBy(definitions.of(run), services, run));
}

function outputsBy(dag: Dag, { db }: EngineServices, run: RunRecord): RunOutputs {
  const outputs: Record<string, string> = {};
  const size = new AnswerSize();
  for (const { position, name, value } of stored.eachOutputOf(db, run.id)) {
    const definition = runSteps(dag)[position]?.output;
    if (position >= dag.steps.length || definition?.omit === true) continue;
    outputs[definition?.key ?? outputKey(name)] = size.add(showSealed(value));
  }
  return {
    metadata: {
      dagName: run.dagName,
      dagRunId: run.runId,
      attemptId: run.attemptId,
      status: run.status,
      completedAt: isoTime(run.finishedAt),
      params: showSealed(run.params),
    },
    outputs,
  };
}

/** The text with which a run began; of a document of a file, its part of the text. */
export async function specOf({ db, aside }: EngineServices, run: RunRecord): Promise<string> {
  const text = definitionText(db, run.definitionId);
  return run.document === null ? text : ((await aside.documentText(text, run.document)) ?? text);
}
