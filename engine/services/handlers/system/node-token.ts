import { EngineError } from '../../../contract/errors.ts';
import type { RemoteNodeInfo } from '../../../contract/node.ts';
import type { OperationInput } from '../../../contract/operations.ts';
import { isHeaderWord } from '../../../lib/header-text.ts';
import type { EngineServices } from '../../engine-services.ts';

/**
 * Saves the token or password of a node in the keychain, from where the next call takes it.
 *
 * @throws EngineError for a node that would not use it, and `service_unavailable` without a keychain.
 */
export async function setNodeToken(
  { nodes, secrets }: EngineServices,
  { name, token }: OperationInput<'nodes.setToken'>,
): Promise<void> {
  const node = nodes.list.find((one) => one.name === name);
  if (node === undefined) throw new EngineError('not_found', `Remote node ${name} not found.`);
  const text = node.authType === 'token' ? token.trim() : token;
  const wrong = whyNot(node, text);
  if (wrong !== null) throw new EngineError('bad_request', wrong);
  await secrets.save({ kind: 'node-token', name }, text);
  nodes.renew(name);
}

const settingOf = { token: 'auth_token', basic: 'basic_auth_password' };

/** A token that is saved and never used would only seem to be one. */
function whyNot({ name, authType, credential }: RemoteNodeInfo, text: string): string | null {
  if (authType === 'none') {
    return `The remote node ${name} takes no credentials. Set its \`auth_type\` in config.yaml first.`;
  }
  if (credential === 'config') {
    return `The settings have the credentials of the remote node ${name}. Remove its \`${settingOf[authType]}\` there first.`;
  }
  const isWord = authType === 'basic' || isHeaderWord(text);
  return isWord ? null : 'token: must not be empty, or have spaces or control characters';
}
