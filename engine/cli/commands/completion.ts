import type { Shell } from '../completion/completion-script.ts';
import { Argument, type Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { examples } from './options.ts';

export function addCompletion(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('Print a completion script for commands, options and DAG names.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        [
          'dagwright completion bash > ~/.local/share/bash-completion/completions/dagwright',
          'bash',
        ],
        ['dagwright completion zsh > "${fpath[1]}/_dagwright"', 'zsh'],
        ['dagwright completion fish > ~/.config/fish/completions/dagwright.fish', 'fish'],
      ),
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion-script.ts');
      cli.out.write(completionScript(program, shell));
    });
  program
    .command('__complete', { hidden: true })
    .description('Print completion candidates only.')
    .addArgument(new Argument('<kind>').choices(['dags', 'keys']))
    .action(async (kind: 'dags' | 'keys', _options, command: Command) => {
      const { completeWords } = await import('../actions/complete-words.ts');
      await completeWords(cli, kind, command.optsWithGlobals<GlobalOptions>());
    });
}
