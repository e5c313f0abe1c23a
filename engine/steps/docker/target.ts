import type { Container } from '../../dag/container.ts';
import type {
  DockerRequest,
  ImageSettings,
  Startup,
} from '../../step-programs/docker/docker-request.ts';
import { registryLogins } from '../registry-logins.ts';
import type { WorkContext } from '../work.ts';

interface TargetContext extends Pick<WorkContext, 'dag' | 'step' | 'run' | 'expand'> {
  /** Variables of the container. */
  readonly env: readonly string[];
}

/** Where the commands of a step run, with all values filled in. @throws Error in words for a person. */
export async function targetOf(
  container: Container,
  context: TargetContext,
): Promise<DockerRequest['where']> {
  const { dag, step, run, env } = context;
  if (container.exec !== null)
    return { kind: 'exec', container: await filled('exec', container, context) };
  const image = await imageOf(container, context);
  const startup = await startupOf(container, context);
  if (container === dag.container) {
    const folder = run.workingDir;
    return { ...image, kind: 'run', run: run.name, folder, startup, env };
  }
  const isAlone = step.commands.length <= 1 && doesNothing(container);
  return { ...image, kind: 'image', folder: '.', startup: isAlone ? null : startup };
}

async function imageOf(
  container: Container,
  { dag, expand }: TargetContext,
): Promise<Omit<ImageSettings, 'folder'>> {
  const { pullPolicy, restartPolicy, keepContainer } = container;
  return {
    image: await filled('image', container, { expand }),
    name: await expand(container.name ?? ''),
    pullPolicy,
    platform: await expand(container.platform ?? ''),
    volumes: await expandAll(container.volumes, expand),
    ports: await expandAll(container.ports, expand),
    network: await expand(container.network ?? ''),
    restartPolicy,
    keeps: keepContainer,
    logins: await registryLogins(dag, expand),
  };
}

async function startupOf(
  { startup, command, waitFor, logPattern }: Container,
  { expand }: Pick<TargetContext, 'expand'>,
): Promise<Startup> {
  const usual = command.length > 0 ? 'command' : 'keepalive';
  const words = await expandAll(command, expand);
  return { mode: startup ?? usual, command: words, waitFor, logPattern };
}

/** Whether it is there for the commands of its step alone. */
function doesNothing({ startup, command, waitFor, logPattern }: Container): boolean {
  const isReady = waitFor === 'running' && logPattern === null;
  return startup === null && command.length === 0 && isReady;
}

async function filled(
  field: 'exec' | 'image',
  container: Container,
  { expand }: Pick<TargetContext, 'expand'>,
): Promise<string> {
  const text = (await expand(container[field] ?? '')).trim();
  if (text === '') throw new Error(`\`${field}\` of the container is empty`);
  return text;
}

function expandAll(
  texts: readonly string[],
  expand: TargetContext['expand'],
): Promise<readonly string[]> {
  return Promise.all(texts.map((text) => expand(text)));
}
