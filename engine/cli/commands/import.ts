import type { Command } from 'commander';
import type { ImportOptions } from '../actions/import.ts';
import type { Cli } from '../cli.ts';
import { examples, jsonOption } from './options.ts';

export function addImport(program: Command, cli: Cli): void {
  const all = program
    .command('import')
    .description('Turn definitions of Dagu or a crontab into DAGs. Asks before it creates them.')
    .addHelpText(
      'after',
      examples(
        ['dagwright import dagu ~/.config/dagu/dags --dry-run', 'preview the result'],
        ['dagwright import dagu ./dags --only backup --replace', 'one DAG, also where it exists'],
        ['dagwright import crontab', 'a DAG for each entry of your crontab'],
        ['dagwright import crontab ./jobs.cron -y', 'without a question'],
        ['dagwright import crontab /etc/crontab', 'where each entry names its user'],
      ),
    );
  kindOf(all, 'dagu', 'Turn the definitions of a folder, also those in earlier forms.')
    .argument('<folder>', 'folder with YAML files; only read')
    .action(async (folder: string, _options, command: Command) => {
      const { importDagu } = await import('../actions/import.ts');
      const options = command.optsWithGlobals<ImportOptions>();
      cli.setExitCode(await importDagu(cli, { folder, options }));
    });
  kindOf(all, 'crontab', 'Make a DAG of each entry of a crontab.')
    .argument('[file]', 'crontab, or - for standard input (default: `crontab -l`)')
    .option('--system', 'each entry names a user, as in /etc/crontab (default: as the file looks)')
    .option('--no-system', 'no entry names a user')
    .action(async (file: string | undefined, _options, command: Command) => {
      const { importCrontab } = await import('../actions/import.ts');
      const options = command.optsWithGlobals<ImportOptions>();
      cli.setExitCode(await importCrontab(cli, { file, options }));
    });
}

function kindOf(all: Command, name: string, about: string): Command {
  return all
    .command(name)
    .description(about)
    .option('--only <names...>', 'take these DAGs only')
    .option('-n, --dry-run', 'only show what would be created')
    .option('-y, --yes', 'create the DAGs without asking')
    .option('--replace', 'replace DAGs that have the same name')
    .addOption(jsonOption());
}
