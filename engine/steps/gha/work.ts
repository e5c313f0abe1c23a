import { leaseFolder } from '../../step-programs/docker/lease.ts';
import { dockerEnv } from '../docker-env.ts';
import { registryLogins } from '../registry-logins.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { GhaConfig } from './definition.ts';

/** The action of a step and its inputs, with all values filled in. Expressions in `${{ }}` are none of ours. */
export async function work({
  dag,
  step,
  config,
  run,
  expand,
}: TypedContext<GhaConfig>): Promise<ProgramWork> {
  const { callParams } = step;
  const written = callParams?.kind === 'named' ? callParams.values : [];
  const inputs = await Promise.all(
    written.map(async ({ name, value }) => [name, await expand(value)] as const),
  );
  const input = {
    action: await expand(step.commands[0] ?? ''),
    inputs: Object.fromEntries(inputs),
    outputsOnly: config.outputsOnly,
    containers: {
      logins: await registryLogins(dag, expand),
      leases: leaseFolder(run.dataDir),
      dockerEnv: dockerEnv(),
    },
  };
  return { kind: 'program', task: { program: 'gha', input } };
}
