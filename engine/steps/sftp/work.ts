import { hostOf, joinedSettings } from '../ssh/host.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { SftpConfig } from './definition.ts';

/** What an `sftp` step transfers, with all values filled in. */
export async function work({
  dag,
  config,
  expand,
}: TypedContext<SftpConfig>): Promise<ProgramWork> {
  const { direction, source, destination, ...own } = config;
  const input = {
    target: await hostOf(joinedSettings(own, dag.ssh), expand),
    direction,
    source: await filled('source', source),
    destination: await filled('destination', destination),
  };
  return { kind: 'program', task: { program: 'sftp', input } };

  async function filled(key: string, written: string): Promise<string> {
    const value = await expand(written);
    if (value === '') throw new Error(`\`${key}\` is empty`);
    return value;
  }
}
