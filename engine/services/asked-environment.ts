import { AsyncLocalStorage } from 'node:async_hooks';

const asked = new AsyncLocalStorage<NodeJS.ProcessEnv>();

/** Does what is asked on behalf of a process with another environment than this one. */
export function askWith<T>(environment: NodeJS.ProcessEnv, ask: () => T): T {
  return asked.run(environment, ask);
}

/** The environment in which something was asked: that of this process, unless another one of its owner asked. */
export function askedEnvironment(): NodeJS.ProcessEnv {
  return asked.getStore() ?? process.env;
}
