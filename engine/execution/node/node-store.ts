import { statSync } from 'node:fs';
import type { ChatMessage } from '../../contract/messages.ts';
import { stepAt } from '../../dag/run-steps.ts';
import { newNonce } from '../../lib/home-id.ts';
import {
  dropAttempt,
  finishAttempt,
  insertAttempt,
  type AttemptCause,
  type NewAttempt,
} from '../../storage/attempts.ts';
import { saveConversation } from '../../storage/conversations.ts';
import {
  detailOf,
  dropOutputs,
  saveOutput,
  type NodeDetail,
  type NodeFact,
  type NodeRecord,
  type OutputRecord,
} from '../../storage/nodes.ts';
import { newStopwatch } from '../../platform/moment.ts';
import type { Outcome } from '../work/execution.ts';
import { stepLogFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';
import type { Vault } from '../state/vault.ts';

const notMeasured = { cpuMs: null, peakMemory: null } as const;

interface AttemptEnd {
  readonly number: number;
  readonly exitCode: number | null;
  readonly endedAt: number | null;
  readonly usage: Pick<NodeRecord, 'cpuMs' | 'peakMemory'>;
}

/** What the store knows of one node, and every way in which that changes. */
export class NodeStore {
  readonly #run: RunServices;
  readonly #position: number;

  constructor(run: RunServices, position: number) {
    this.#run = run;
    this.#position = position;
  }

  get node(): NodeRecord {
    const node = this.#run.state.nodes[this.#position];
    if (node === undefined) throw new Error(`There is no node ${this.#position}`);
    return node;
  }

  /** In memory; whatever follows in this turn stores it. */
  change(patch: Partial<NodeRecord>): void {
    this.#run.state.change(this.#position, patch);
  }

  record(patch: Partial<NodeRecord>): void {
    const { state, writes, changed } = this.#run;
    const { save, after } = state.change(this.#position, patch);
    writes.commit(save, () => changed(after));
  }

  logFiles(): { readonly stdout: string; readonly stderr: string } {
    const { run, dag } = this.#run.state;
    return stepLogFiles(run, dag, this.#position);
  }

  /** The intent is stored before anything happens, so that nothing is ever unknown after a crash. */
  startAttempt(cause: AttemptCause, begin: () => void): NewAttempt {
    const { state, clock, writes, homeId } = this.#run;
    const startedAt = clock.now();
    const isLimited = stepAt(state.dag, this.#position).timeoutSec > 0;
    const number = this.node.attempt + 1;
    const files = this.logFiles();
    const stdoutFrom = number === 1 ? 0 : sizeOf(files.stdout);
    const attempt = {
      number,
      position: this.#position,
      nonce: newNonce(homeId),
      startedAt,
      cause,
      stdoutFrom,
      stopwatch: isLimited ? JSON.stringify(newStopwatch(clock)) : null,
    };
    const { save } = state.change(this.#position, {
      status: 'running',
      stage: 'executing',
      startedAt: this.node.startedAt ?? startedAt,
      finishedAt: null,
      attempt: number,
      dueAt: null,
      // What a retry of the run has noted holds for this attempt too, should another engine take it over.
      detail: cause === 'rerun' ? this.node.detail : JSON.stringify(this.#detailFor(cause)),
      ...notMeasured,
      ...files,
    });
    writes.commit((db) => {
      save(db);
      insertAttempt(db, state.run.id, attempt);
    }, begin);
    return attempt;
  }

  /** Forgets an attempt that certainly never began. */
  dropAttempt(number: number): void {
    const { state, writes } = this.#run;
    writes.commit((db) =>
      dropAttempt(db, { runId: state.run.id, position: this.#position, number }),
    );
  }

  /** The end of an attempt, with its output: the last one is the step's. */
  endAttempt(number: number, outcome: Outcome): void {
    const { exitCode, error, output, usage, endedAt, facts, messages } = outcome;
    const { state, vault } = this.#run;
    const name = stepAt(state.dag, this.#position).output?.name;
    const outputs = name === undefined || output === null ? [] : [{ name, value: output }];
    this.change({ exitCode, error: vault().mask(error), ...(usage ?? notMeasured) });
    if (facts.length > 0) this.change({ detail: this.#detailWith(facts) });
    if (messages !== null) this.#keep(messages);
    this.#close({ number, exitCode, usage: usage ?? notMeasured, endedAt }, outputs);
  }

  #keep(messages: readonly ChatMessage[]): void {
    const { state, vault, writes } = this.#run;
    const conversation = { position: this.#position, messages: maskedMessages(messages, vault()) };
    writes.commit((db) => saveConversation(db, state.run.id, conversation));
  }

  /** Keeps why the condition of the repetition gave no answer, until it gives one. The log of the run tells it once. */
  noteRepeat(problem: string): void {
    const { state, vault, log } = this.#run;
    const { repeatProblem: before = '', ...detail } = detailOf(this.node);
    const masked = vault().mask(problem);
    if (masked === before) return;
    const noted: NodeDetail = masked === '' ? detail : { ...detail, repeatProblem: masked };
    this.change({ detail: JSON.stringify(noted) });
    const { name: step } = stepAt(state.dag, this.#position);
    if (masked !== '') log('step repeat', { step, error: masked });
  }

  /** What is wrong, masked, with why the condition of the repetition last gave no answer. */
  withRepeatProblem(error: string): string {
    const { repeatProblem = '' } = detailOf(this.node);
    const masked = this.#run.vault().mask(error);
    return [masked, repeatProblem].filter((text) => text !== '').join('\n');
  }

  /** A retry goes on with the runs that were called, a repetition calls its own. */
  #detailFor(cause: AttemptCause): NodeDetail {
    const { leftOut, repeatProblem } = detailOf(this.node);
    return {
      ...(cause === 'retry' && leftOut && { leftOut }),
      ...(repeatProblem && { repeatProblem }),
    };
  }

  #detailWith(facts: readonly NodeFact[]): string {
    const { mask } = this.#run.vault();
    const masked = facts.map(({ name, value }) => ({ name: mask(name), value: mask(value) }));
    return JSON.stringify({ ...detailOf(this.node), facts: masked } satisfies NodeDetail);
  }

  /** The end of an attempt that a person or a stop brought about; what the person gave are its outputs. */
  closeAttempt(number: number, inputs: Readonly<Record<string, string>>): void {
    const outputs = Object.entries(inputs).map(([name, value]) => ({ name, value }));
    this.#close({ number, exitCode: null, usage: notMeasured, endedAt: null }, outputs);
  }

  #close(
    { number, exitCode, usage, endedAt }: AttemptEnd,
    values: readonly Omit<OutputRecord, 'position'>[],
  ): void {
    const { state, clock, writes } = this.#run;
    const position = this.#position;
    const finishedAt = endedAt ?? clock.now();
    const outputs = values.map((value) => ({ ...value, position }));
    if (outputs.length > 0) state.putOut(position, outputs);
    writes.commit((db) => {
      finishAttempt(db, state.run.id, { position, number, finishedAt, exitCode, ...usage });
      if (outputs.length > 0) dropOutputs(db, state.run.id, position);
      for (const output of outputs) saveOutput(db, state.run.id, output);
    });
  }
}

function maskedMessages(
  messages: readonly ChatMessage[],
  { mask }: Pick<Vault, 'mask'>,
): readonly ChatMessage[] {
  return messages.map(({ content, toolCalls, ...rest }) => ({
    ...rest,
    content: mask(content),
    ...(toolCalls && {
      toolCalls: toolCalls.map((call) => ({ ...call, arguments: mask(call.arguments) })),
    }),
  }));
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
