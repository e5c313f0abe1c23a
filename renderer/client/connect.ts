import type { Bridge } from '#contract/ipc.ts';
import { createBridgeClient, watchThroughBridge } from './bridge-client.ts';
import { connectHttp } from './connect-http.ts';
import { createEngineConnection, type EngineConnection } from './engine-connection.ts';
import { createNodeChoice, storageOf } from './node-choice.ts';
import { ownerSession } from './session.ts';

declare global {
  interface Window {
    /** Put there by the preload of the app; absent in a browser. */
    readonly dagwright?: Bridge;
  }
}

/** Reaches the engine through the app's bridge, or over HTTP when a browser shows the page. */
export function connect(page: Window): EngineConnection {
  const bridge = page.dagwright;
  if (bridge === undefined) return connectHttp(page);
  const client = createBridgeClient(bridge);
  return createEngineConnection({
    client,
    session: ownerSession(),
    nodes: createNodeChoice(client, storageOf(page)),
    watch: watchThroughBridge(bridge),
  });
}
