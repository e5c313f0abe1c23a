import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALL_CHANNEL, SUBSCRIBE_CHANNEL, UNSUBSCRIBE_CHANNEL } from '#contract/ipc.ts';
import { operationNames } from '#contract/operations.ts';
import { serveEvents } from '../../../main/ipc/serve-events.ts';
import { serveOperations } from '../../../main/ipc/serve-operations.ts';
import { isTrustedSender } from '../../../main/ipc/trusted-sender.ts';
import { createWindowCommands } from '../../../main/ipc/window-commands.ts';
import { frame, ourPage } from './frames.ts';

type Handler = (event: object, ...args: unknown[]) => unknown;

/** All channels of main as they are served, and what of their messages got to the engine. */
function servedChannels() {
  const handlers = new Map<string, Handler>();
  const reached: unknown[][] = [];
  const ipcMain = {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    on: (channel: string, handler: Handler) => void handlers.set(channel, handler),
  };
  const reach = (...given: unknown[]) => {
    reached.push(given);
    return () => void reached.push(['ended']);
  };
  serveOperations({
    ipcMain: ipcMain as never,
    call: async (name, input) => {
      reach(name, input);
      return { ok: true, value: 'answer' };
    },
    isTrustedSender,
  });
  serveEvents({
    ipcMain: ipcMain as never,
    engine: { subscribe: reach, onState: reach, state: () => ({ phase: 'starting' }) },
    commands: createWindowCommands(),
    isTrustedSender,
  });
  const told: unknown[] = [];
  const page = Object.assign(new EventEmitter(), {
    id: 1,
    send: (...given: unknown[]) => void told.push(given),
    isDestroyed: () => false,
  });
  const send = async (channel: string, senderFrame: object | null, args: readonly unknown[]) =>
    handlers.get(channel)?.({ sender: page, senderFrame }, ...args);
  return { send, reached, told, channels: () => [...handlers.keys()] };
}

const channels = [CALL_CHANNEL, SUBSCRIBE_CHANNEL, UNSUBSCRIBE_CHANNEL];

const foreignFrame = fc.oneof(
  fc.constant(null),
  fc.webUrl().map((url) => frame(url)),
  fc.string().map((url) => frame(url)),
  fc.domain().map((host) => frame(`app://${host}/`)),
  fc.constantFrom('app://dagwright@example.com/', 'app://dagwright:1/').map((url) => frame(url)),
  // Ours, but within a page: whoever embeds it could be anybody.
  fc.constant(frame('app://dagwright/', { isInside: true })),
);

/** What our page sends, and anything else. */
const args = fc.oneof(
  fc.tuple(fc.constantFrom(...operationNames), fc.anything()),
  fc.tuple(fc.integer(), fc.constantFrom({ kind: 'events', filter: {} }, { kind: 'engine-state' })),
  fc.array(fc.anything(), { maxLength: 4 }),
);

describe('main', () => {
  it('listens on these channels alone', () => {
    expect(servedChannels().channels()).toEqual(channels);
  });

  it('lets nothing through that another page or a frame sends, on any channel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...channels),
        foreignFrame,
        args,
        async (channel, from, sent) => {
          const { send, reached, told } = servedChannels();

          const answer = await send(channel, from, sent);

          expect([reached, told]).toEqual([[], []]);
          if (channel === CALL_CHANNEL)
            expect(answer).toMatchObject({ error: { code: 'forbidden' } });
        },
      ),
    );
  });

  it('lets nothing through to the engine but an operation with fields, whatever its page sends', async () => {
    await fc.assert(
      fc.asyncProperty(args, async (sent) => {
        const { send, reached } = servedChannels();

        await send(CALL_CHANNEL, ourPage, sent);

        for (const [name, input] of reached) {
          expect(operationNames).toContain(name);
          expect(Object.prototype.toString.call(input)).toBe('[object Object]');
        }
      }),
    );
  });
});
