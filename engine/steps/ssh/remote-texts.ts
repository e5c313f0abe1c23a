import type { Dag, Step } from '../../dag/definition.ts';
import type { SshSettings } from '../../dag/ssh.ts';
import { readTexts, type ReadText } from '../shell/readers.ts';

/** The texts of a step, and who reads each on the other host, where the shell of the DAG means nothing. */
export function remoteTexts(
  dag: Pick<Dag, 'ssh'>,
  { commands, script, shell }: Pick<Step, 'commands' | 'script' | 'shell'>,
  config: SshSettings,
): readonly ReadText[] {
  const own = shell ?? config.shell ?? dag.ssh?.shell ?? null;
  return readTexts({
    step: { commands, script, shell: own },
    dagShell: null,
    defaultShell: ['sh'],
  });
}
