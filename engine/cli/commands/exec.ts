import type { ExecOptions } from '../actions/exec-words.ts';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { examples, followOption, jsonOption, runIdOption } from './options.ts';

export function addExec(program: Command, cli: Cli): void {
  const each = (text: string, before: readonly string[] = []) => [...before, text];
  program
    .command('exec')
    .description(
      'Run one command as a DAG, with a log and a history but no file. The exit code is 1 when it fails.',
    )
    .argument('<words...>', 'the program and its arguments, after `--`')
    .option('-E, --env <NAME=value>', 'environment variable, can be repeated', each)
    .option('--dotenv <file>', 'file of environment variables, can be repeated', each)
    .option('--workdir <folder>', 'working directory (default: the current one)')
    .option('--shell <shell>', 'pass the command to this shell (default: start it directly)')
    .option('--base <file>', 'use this file instead of base.yaml')
    .option('-N, --name <name>', 'name of the DAG (default: exec-<program>)')
    .addOption(runIdOption('id of the new run (default: generated)'))
    .addOption(followOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        ['dagwright exec -- rsync -a src/ backup/', 'a program with its arguments'],
        ["dagwright exec --shell bash -- 'du -s * | sort -n'", 'a command line for a shell'],
        ['dagwright exec -E LEVEL=debug -N nightly -- ./job', 'with a variable and another name'],
      ),
    )
    .action(async (words: string[], _options, command: Command) => {
      const { execWords } = await import('../actions/exec-words.ts');
      cli.setExitCode(await execWords(cli, words, command.optsWithGlobals<ExecOptions>()));
    });
}
