import { EngineError } from '../../../contract/errors.ts';
import type { OperationHandlers, OperationOutput } from '../../../contract/operations.ts';
import { lookAtKeychain } from '../../doctor/keychain.ts';
import type { EngineServices } from '../../engine-services.ts';

const UNLOCK = 'Unlock the keychain, then load this list again.';

/** What lies in the keychain of the system. */
export function keychainHandlers(
  services: EngineServices,
): Pick<OperationHandlers, 'keychain.list' | 'keychain.forget'> {
  const { secrets, nodes } = services;
  return {
    'keychain.list': () => list(services),
    'keychain.forget': async ({ kind, name }) => {
      if (!(await secrets.forget({ kind, name }))) {
        throw new EngineError(
          'not_found',
          `The keychain has no such entry of this engine: ${kind} ${name}`.trim(),
        );
      }
      if (kind === 'node-token') nodes.renew(name);
    },
  };
}

async function list({ secrets }: EngineServices): Promise<OperationOutput<'keychain.list'>> {
  const { entries, problem } = await secrets.list();
  if (problem === null) return { entries: [...entries], problem: '', fix: '' };
  const { env, platform } = process;
  const found = await lookAtKeychain({ env, platform });
  const { message, fix } = found.level === 'ok' ? { message: problem, fix: UNLOCK } : found;
  return { entries: [...entries], problem: message, fix };
}
