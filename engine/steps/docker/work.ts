import { dockerEnv } from '../docker-env.ts';
import type { Container } from '../../dag/container.ts';
import type { Step } from '../../dag/definition.ts';
import { bindShellReferences } from '../../dag/shell-references.ts';
import type { ContainerCommand, DockerRequest } from '../../step-programs/docker/docker-request.ts';
import { leaseFolder } from '../../step-programs/docker/lease.ts';
import { splitUnexpandedWords } from '../shell/words.ts';
import type { TypedContext } from '../step-type.ts';
import { stopElsewhere } from '../stop-elsewhere.ts';
import type { ProgramWork } from '../work.ts';
import { containerOf } from './container-of.ts';
import { targetOf } from './target.ts';

/** What a step does with its container, with all values filled in. */
export async function work(context: TypedContext<Container>): Promise<ProgramWork> {
  const { dag, step, config, run, expand } = context;
  const container = containerOf(dag, step) ?? config;
  const env = await envOf(container, context);
  const input: DockerRequest = {
    where: await targetOf(container, { ...context, env }),
    commands: await Promise.all(
      step.commands.map((command) => commandOf(command, container, context)),
    ),
    env: container === dag.container ? besides(env, step) : env,
    declared: [...dag.env, ...dag.params, ...dag.secrets, ...step.env].map(({ name }) => name),
    user: await expand(container.user ?? ''),
    workingDir: await expand(container.workingDir ?? ''),
    stop: stopElsewhere(dag, step),
    leases: leaseFolder(run.dataDir),
    dockerEnv: dockerEnv(),
  };
  return { kind: 'program', task: { program: 'docker', input } };
}

type Context = TypedContext<Container>;

/** A shell reads the variables in its command itself. Without one a command is words, in which they are filled in. */
async function commandOf(
  text: string,
  { shell }: Container,
  { names, expand }: Context,
): Promise<ContainerCommand> {
  if (shell.length === 0 || shell[0] === 'direct') {
    const words = splitUnexpandedWords(text).map((word) => expand(word));
    return { words: await Promise.all(words), env: [] };
  }
  const { command, env } = bindShellReferences(text, names);
  const program = await Promise.all(shell.map((word) => expand(word)));
  return {
    words: [...program, command],
    env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
  };
}

/** What a step says of a variable wins over the container of all steps. */
function besides(env: readonly string[], step: Pick<Step, 'env'>): readonly string[] {
  const own = new Set(step.env.map(({ name }) => name));
  return env.filter((entry) => !own.has(entry.slice(0, entry.indexOf('='))));
}

/** Later entries can use earlier ones. */
async function envOf({ env }: Container, { expand }: Context): Promise<string[]> {
  const values = new Map<string, string>();
  for (const { name, value } of env) values.set(name, await expand(value, values));
  return [...values].map(([name, value]) => `${name}=${value}`);
}
