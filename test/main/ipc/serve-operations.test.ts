import { describe, expect, it } from 'vitest';
import { CALL_CHANNEL } from '#contract/ipc.ts';
import { serveOperations } from '../../../main/ipc/serve-operations.ts';
import { isTrustedSender } from '../../../main/ipc/trusted-sender.ts';
import { foreignPage, ourPage } from './frames.ts';

type Handler = (event: object, ...args: unknown[]) => Promise<unknown>;

/** What `invoke` of a page answers, and the calls that reached the engine. */
function servedOperations() {
  const handlers = new Map<string, Handler>();
  const calls: unknown[] = [];
  serveOperations({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
    call: async (name, input) => {
      calls.push({ name, input });
      return { ok: true, value: 'answer' };
    },
    isTrustedSender,
  });
  const invoke = (senderFrame: object | null, ...args: unknown[]) =>
    handlers.get(CALL_CHANNEL)?.({ senderFrame }, ...args);
  return { invoke, calls, channels: () => [...handlers.keys()] };
}

describe('serveOperations', () => {
  it('passes a call of our page to the engine and its result back', async () => {
    const { invoke, calls } = servedOperations();

    expect(await invoke(ourPage, 'dags.list', { page: 2 })).toEqual({ ok: true, value: 'answer' });
    expect(calls).toEqual([{ name: 'dags.list', input: { page: 2 } }]);
  });

  it('takes a call without an input as one with an empty input', async () => {
    const { invoke, calls } = servedOperations();

    await invoke(ourPage, 'dags.tags');

    expect(calls).toEqual([{ name: 'dags.tags', input: {} }]);
  });

  it('refuses a foreign page before it looks at what it sent', async () => {
    const { invoke, calls } = servedOperations();

    expect(await invoke(foreignPage, 'dags.list', {})).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect(await invoke(null, 'no such operation')).toMatchObject({ error: { code: 'forbidden' } });
    expect(calls).toEqual([]);
  });

  it.each<{ case: string; args: unknown[] }>([
    { case: 'an unknown name', args: ['runs.explode', {}] },
    { case: 'a name that every object has', args: ['constructor', {}] },
    { case: 'a name that is no text', args: [{ toString: 'dags.list' }, {}] },
    { case: 'an input that is no object', args: ['dags.list', 'page=2'] },
    { case: 'an input that is a list', args: ['dags.list', [1]] },
    { case: 'one argument too many', args: ['dags.list', {}, { role: 'admin' }] },
    { case: 'nothing', args: [] },
  ])('refuses $case', async ({ args }) => {
    const { invoke, calls } = servedOperations();

    expect(await invoke(ourPage, ...args)).toMatchObject({
      ok: false,
      error: { code: 'bad_request' },
    });
    expect(calls).toEqual([]);
  });

  it('opens one channel', () => {
    expect(servedOperations().channels()).toEqual([CALL_CHANNEL]);
  });
});
