import { spawn, type ChildProcess } from 'node:child_process';
import type { Clock } from '../../lib/clock.ts';
import { ownProgram } from '../../lib/own-program.ts';
import { isNodeVariable, nodeCommand } from '../node-command.ts';
import type { Answer, Question, Values } from './question.ts';

/** A person may have to unlock it first; nobody at all may be there. */
const PATIENCE_MS = 60_000;

/** Asks the keychain. Rejects with the reason where it cannot be reached, or stays locked for a minute. */
export type AskKeychain = <Q extends Question>(question: Q) => Promise<Values[Q['kind']]>;

/**
 * The keychain of the system: that of macOS, the Credential Manager of Windows, the Secret Service of Linux. Each question
 * is asked by a process of its own. A call of the library cannot be taken back, and while it waits for a person it holds
 * one of the few threads of its process and keeps that from its end; what it loads would be a fifth of an idle engine.
 * Texts go by a channel that no other process can open.
 */
export function openKeychain(clock: Pick<Clock, 'after'>): AskKeychain {
  let last: Promise<unknown> = Promise.resolve();
  const askNext = (question: Question): Promise<unknown> => {
    const asked = last.then(() => askProcess(question, clock));
    // Who asks next waits for the end of this one, and not for its success.
    last = asked.catch(() => undefined);
    return asked;
  };
  // Each kind of question has its kind of value.
  return askNext as AskKeychain;
}

async function askProcess(question: Question, clock: Pick<Clock, 'after'>): Promise<unknown> {
  const child = startProgram();
  const { promise, reject, resolve } = Promise.withResolvers<Answer>();
  const cancel = clock.after(PATIENCE_MS, () => reject(new Error('it was not unlocked in time')));
  child.once('message', (answer) => resolve(answer as Answer));
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    reject(new Error(`its program ended without an answer (${signal ?? code})`));
  });
  // A program that could not be started, or ended at once, says so by its end.
  child.send(question, () => undefined);
  try {
    const answer = await promise;
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.value;
  } finally {
    cancel();
    child.kill('SIGKILL');
  }
}

function startProgram(): ChildProcess {
  const program = ownProgram(import.meta.dirname, 'keychain-program.ts');
  const [node = '', ...words] = nodeCommand(program);
  const own = Object.entries(process.env).filter(([name]) => !isNodeVariable(name));
  return spawn(node, words, {
    env: { ...Object.fromEntries(own), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
