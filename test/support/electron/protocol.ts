import type { CustomScheme, Protocol } from 'electron';
import type { Request as PageRequest, Route } from 'playwright-core';
import { app } from './app.ts';
import { toAppAddress } from './web-address.ts';

type Handler = Parameters<Protocol['handle']>[1];

const handlers = new Map<string, Handler>();
const privileged = new Set<string>();

export const protocol: Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'> = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]) {
    if (app.isReady()) throw new Error('Schemes are registered before the app is ready.');
    for (const { scheme } of schemes) privileged.add(scheme);
  },
  handle(scheme, handler) {
    if (!privileged.has(scheme)) throw new Error(`The scheme ${scheme} is not registered.`);
    handlers.set(scheme, handler);
  },
};

/** Answers a page's request with what the app's own handler returns for it. */
export async function answerByProtocol(route: Route, request: PageRequest): Promise<void> {
  const url = toAppAddress(request.url());
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) return route.abort();
  const response = await handler(
    new Request(url, { method: request.method(), headers: request.headers() }),
  );
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
