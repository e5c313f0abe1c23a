import type { IpcMain } from 'electron';
import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { CALL_CHANNEL, type CallResult } from '#contract/ipc.ts';
import { isOperationName } from '#contract/operations.ts';
import type { IsTrustedSender } from './trusted-sender.ts';
import { texts } from '../texts.ts';

interface ServeOperationsOptions {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly call: (name: string, input: unknown) => Promise<CallResult>;
  readonly isTrustedSender: IsTrustedSender;
}

// The engine checks the fields; here it is only made sure that the shape is that of an input.
const callArguments = z.tuple([
  z.string().refine(isOperationName),
  z.record(z.string(), z.unknown()).optional(),
]);

/** Answers every operation of the contract on one channel. */
export function serveOperations({ ipcMain, call, isTrustedSender }: ServeOperationsOptions): void {
  ipcMain.handle(CALL_CHANNEL, async (event, ...sent: unknown[]): Promise<CallResult> => {
    if (!isTrustedSender(event)) return refuse('forbidden', texts.calls.forbiddenPage);
    const checked = callArguments.safeParse(sent);
    if (!checked.success) return refuse('bad_request', texts.calls.unknownOperation);
    const [name, input] = checked.data;
    return call(name, input ?? {});
  });
}

function refuse(code: ErrorCode, message: string): CallResult {
  return { ok: false, error: { code, message } };
}
