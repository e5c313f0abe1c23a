import type { Command } from 'commander';
import type { NodesOptions, SetTokenOptions, ForgetTokenOptions } from '../actions/nodes.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';

export function addNodes(program: Command, cli: Cli): void {
  const nodes = program
    .command('nodes')
    .description('Look at remote nodes (`remote_nodes` in config.yaml), and set their tokens.')
    .addHelpText(
      'after',
      examples(
        ['dagwright nodes set-token berlin', 'asks for the token, and saves it in the keychain'],
        ['dagwright nodes set-token berlin --token-stdin <file', 'from a script'],
      ),
    );
  nodes
    .command('list')
    .description('List the remote nodes, and where their credentials are.')
    .addOption(jsonOption())
    .action(async (_options, command: Command) => {
      const { listNodes } = await import('../actions/nodes.ts');
      await listNodes(cli, command.optsWithGlobals<NodesOptions>());
    });
  ofNode(nodes, 'test', 'Check whether a remote node responds and accepts the credentials.').action(
    async (name: string, _options, command: Command) => {
      const { testNode } = await import('../actions/nodes.ts');
      cli.setExitCode(await testNode(cli, name, command.optsWithGlobals<NodesOptions>()));
    },
  );
  addTokens(nodes, cli);
}

function addTokens(nodes: Command, cli: Cli): void {
  ofNode(nodes, 'set-token', 'Save the token or password of a remote node in the keychain.')
    .option('--token-stdin', 'read the token from standard input')
    .action(async (name: string, _options, command: Command) => {
      const { setToken } = await import('../actions/nodes.ts');
      await setToken(cli, name, command.optsWithGlobals<SetTokenOptions>());
    });
  ofNode(nodes, 'forget-token', 'Remove the token or password of a node from the keychain.')
    .option('-y, --yes', 'skip the confirmation')
    .action(async (name: string, _options, command: Command) => {
      const { forgetToken } = await import('../actions/nodes.ts');
      await forgetToken(cli, name, command.optsWithGlobals<ForgetTokenOptions>());
    });
}

function ofNode(nodes: Command, name: string, description: string): Command {
  return nodes
    .command(name)
    .description(description)
    .argument('<node>', 'name of the node')
    .addOption(jsonOption());
}
