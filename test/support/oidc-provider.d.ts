// The package comes without types: this is what the tests use of it.
/* eslint-disable import-x/no-default-export -- This is how the package exports. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Configuration {
    readonly clients: readonly object[];
    readonly [setting: string]: unknown;
  }

  export interface KoaContextWithOIDC {
    readonly oidc: {
      readonly provider: Provider;
      readonly session?: { readonly accountId?: string };
      readonly client?: { readonly clientId: string };
    };
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>;
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export default class MemoryAdapter {
    constructor(model: string);
  }
}
