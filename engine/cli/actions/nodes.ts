import { askEngine } from '../ask-engine.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Format } from '../commands/options.ts';
import { json } from '../print/json.ts';
import { nodeTable } from '../print/node-tables.ts';
import { report } from '../say.ts';
import { readSecret } from '../secret-input.ts';
import { forgetEntry } from './keychain.ts';

export interface NodesOptions extends GlobalOptions {
  readonly format: Format;
}

export interface SetTokenOptions extends NodesOptions {
  readonly tokenStdin?: boolean;
}

export interface ForgetTokenOptions extends NodesOptions {
  readonly yes?: boolean;
}

/** Prints the remote nodes of config.yaml and where their credentials are. */
export async function listNodes(cli: Cli, options: NodesOptions): Promise<void> {
  const { remoteNodes } = await askEngine(cli, options, (client) => client.call('nodes.list', {}));
  cli.out.write(options.format === 'json' ? json(remoteNodes) : nodeTable(remoteNodes, cli.out));
}

/** Returns the exit code: 1 in JSON when the node does not respond as it should. @throws CliError with the reason in text. */
export async function testNode(cli: Cli, name: string, options: NodesOptions): Promise<number> {
  const check = await askEngine(cli, options, (client) => client.call('nodes.test', { name }));
  const isGood = check.reachable && check.error === '';
  if (options.format !== 'json' && !isGood) throw new CliError(check.error);
  const words = `${name} responds: ${check.version} in ${Math.round(check.latencyMs)} ms`;
  report(cli, options.format, { answer: check, words });
  return isGood ? 0 : exitCodes.failed;
}

/** Reads the token without showing it, and keeps it in the keychain. */
export async function setToken(cli: Cli, name: string, options: SetTokenOptions): Promise<void> {
  const token = await readSecret(cli, {
    question: `Token or password of ${name}: `,
    fromStdin: options.tokenStdin,
    hint: 'Use --token-stdin and pass the token on standard input.',
  });
  await askEngine(cli, options, (client) => client.call('nodes.setToken', { name, token }));
  const words = `Saved the token of ${name} in the keychain`;
  report(cli, options.format, { answer: { name, credential: 'keychain' }, words });
}

/** Removes the token from the keychain; asks before, unless `yes` is given. */
export async function forgetToken(
  cli: Cli,
  name: string,
  options: ForgetTokenOptions,
): Promise<void> {
  await forgetEntry(cli, { kind: 'node-token', name }, options);
}
