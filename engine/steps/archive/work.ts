import { archiveOperations } from '../../step-programs/archive/archive-request.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { ArchiveConfig } from './definition.ts';

/** What an `archive` step does, with all values filled in. */
export async function work({
  step,
  config,
  expand,
}: TypedContext<ArchiveConfig>): Promise<ProgramWork> {
  const operation = archiveOperations.find((known) => known === step.commands[0]);
  if (operation === undefined)
    throw new Error(`\`${step.commands[0]}\` is no command of an archive`);
  const [source, destination, include] = await Promise.all([
    expand(config.source),
    expand(config.destination),
    Promise.all(config.include.map(({ text }) => expand(text))),
  ]);
  if (source === '') throw new Error('`source` is empty');
  if (destination === '' && operation !== 'list') throw new Error('`destination` is empty');
  const { verifies, maxBytes } = config;
  const input = { operation, source, destination, include, verifies, maxBytes };
  return { kind: 'program', task: { program: 'archive', input } };
}
