import type { ExecOptions } from '../actions/exec-words.ts';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';

export function addExec(program: Command, cli: Cli): void {
  const each = (text: string, before: readonly string[] = []) => [...before, text];
  program
    .command('exec')
    .description(
      'Run one command as a DAG without a file: with a log, a history, and an exit code of 1 when it fails.',
    )
    .argument('<words...>', 'the program and its arguments, after `--`')
    .option('-E, --env <NAME=value>', 'a variable for it; as often as needed', each)
    .option('--dotenv <file>', 'a file of variables for it; as often as needed', each)
    .option('--workdir <folder>', 'where it works (default: here)')
    .option(
      '--shell <shell>',
      'lets this shell read the words (default: they are started as given)',
    )
    .option('--base <file>', 'takes the place of base.yaml')
    .option('-N, --name <name>', 'name of the DAG (default: exec- and the name of the program)')
    .addOption(runIdOption('id of the new run (default: a new one)'))
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright exec -- rsync -a src/ backup/', 'one program with its arguments'],
        ["dagwright exec --shell bash -- 'du -s * | sort -n'", 'what a shell has to read'],
        ['dagwright exec -E LEVEL=debug -N nightly -- ./job', 'with a variable and another name'],
      ),
    )
    .action(async (words: string[], _options, command: Command) => {
      const { execWords } = await import('../actions/exec-words.ts');
      cli.setExitCode(await execWords(cli, words, command.optsWithGlobals<ExecOptions>()));
    });
}
