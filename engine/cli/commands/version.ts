import type { Command } from 'commander';
import { version } from '../../lib/version.ts';
import type { Cli } from '../cli.ts';
import { jsonOption, type Format } from './options.ts';

export function addVersion(program: Command, { out }: Cli): void {
  program
    .command('version')
    .description('Show the version of this program.')
    .addOption(jsonOption())
    .action(({ format }: { readonly format: Format }) => {
      const node = process.versions.node;
      out.write(
        format === 'json'
          ? `${JSON.stringify({ version, node }, null, 2)}\n`
          : `dagwright ${version} (Node ${node})\n`,
      );
    });
}
