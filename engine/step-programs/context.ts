import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { appendText, replaceText } from '../lib/write-file.ts';
import {
  TEMPORARY_PREFIX,
  type ProgramContext,
  type ProgramInput,
  type ProgramReport,
} from './task.ts';

/** The signals that a step may choose for its stop, but those that no process hears. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** What a program is given, and what its main part has to know. */
export interface OwnContext extends ProgramContext {
  /** Whether a stop has come: it ends the program when all is cancelled, and what fails meanwhile fails by it. */
  readonly isStopping: () => boolean;
}

/** What a program is given, which tells the engine by lines in a file, and by further files. */
export function programContext({
  reportFile,
  callFolder,
  messagesFile,
}: Omit<ProgramInput, 'task'>): OwnContext {
  let isStopping = false;
  let cancel: (() => Promise<void>) | null = null;
  return {
    isStopping: () => isStopping,
    callFolder,
    keepMessages: (messages) => replaceText(messagesFile, JSON.stringify(messages)),
    fact: (name, value) => reportLine(reportFile, { fact: { name, value: String(value) } }),
    failedCommand: (number) => reportLine(reportFile, { failedCommand: number }),
    temporary: (path) => {
      const { randomUUID } = process.getBuiltinModule('node:crypto');
      const temporary = join(dirname(resolve(path)), `${TEMPORARY_PREFIX}${randomUUID()}`);
      reportLine(reportFile, { temporary });
      return temporary;
    },
    onStop: (given) => {
      const isFirst = cancel === null;
      cancel = given;
      if (!isFirst) return;
      for (const signal of stopSignals) {
        // A handler that goes with its signal would let the next one end the program halfway.
        process.on(signal, () => {
          if (!isStopping && cancel !== null) void stop(signal, cancel);
          isStopping = true;
        });
      }
    },
  };
}

/** One line, complete when it is there. */
export function reportLine(file: string, line: ProgramReport): void {
  appendText(file, `${JSON.stringify(line)}\n`);
}

async function stop(
  signal: (typeof stopSignals)[number],
  cancel: () => Promise<void>,
): Promise<void> {
  try {
    await cancel();
  } catch (error) {
    writeSync(2, `cannot cancel: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.exit(128 + constants.signals[signal]);
}
