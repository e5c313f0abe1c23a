import { isCollection, isMap, isScalar, type YAMLMap } from 'yaml';
import { pairOf, textOf } from './steps-of.ts';
import { wordNode } from './written.ts';

/**
 * Settings of a container in earlier forms, in lower case without underscores, as they were read in any spelling; with the key
 * that each has here. Those of `host` and `container` stood one level below.
 */
const renamed: Readonly<Record<string, string>> = {
  autoremove: 'autoRemove',
  workingdir: 'working_dir',
  user: 'user',
  env: 'env',
  environment: 'env',
  binds: 'volumes',
  networkmode: 'network',
};

/** What is not the same as before, and what has no counterpart. */
interface Said {
  readonly remarks: readonly string[];
  readonly problems: readonly string[];
}

/** Writes the settings of a container as they are called here. */
export function turnContainer(config: YAMLMap): Said {
  const left = ['container', 'host', 'exec', 'network'].flatMap((group) => liftFrom(config, group));
  turnAutoRemove(config);
  turnPull(config);
  const remarks = turnName(config);
  if (config.has('exec')) for (const key of forNewOnes) config.delete(key);
  return { remarks, problems: left };
}

/** The same for an executor, whose containers stayed unless they were to be removed. */
export function turnDockerExecutor(config: YAMLMap): Said {
  const isOlder = config.items.some(({ key }) => OLDER.test(textOf(key) ?? ''));
  const saysRemoval = /auto_?remove/i.test(String(config));
  const { remarks, problems } = turnContainer(config);
  const isKept = !saysRemoval && isOlder && config.has('image');
  return { remarks: isKept ? [...remarks, REMOVED] : remarks, problems };
}

const OLDER = /^(?:pull|host|container|containerName|container_name|network)$/;
const REMOVED =
  'Here the container is removed after the step. Set `keep_container: true` in `config` to keep it.';

/** Returns what is said of settings that stay where they are. */
function liftFrom(config: YAMLMap, group: string): readonly string[] {
  const inner = config.get(group, true);
  if (!isMap(inner)) return [];
  for (const { key, value } of [...inner.items]) {
    const name = textOf(key) ?? '';
    const target = renamed[name.toLowerCase().replaceAll('_', '')];
    const isEmpty = isCollection(value) && value.items.length === 0;
    if (!isEmpty && (target === undefined || config.has(target))) continue;
    if (!isEmpty && target !== undefined) config.set(target, value);
    inner.delete(key);
  }
  config.delete(group);
  const left = inner.items.map(({ key }) => textOf(key) ?? '');
  return left.map((name) => `\`${name}\` in \`${group}\` of a container has no counterpart here`);
}

/** Here a container is removed unless it is to be kept. */
function turnAutoRemove(config: YAMLMap): void {
  const pair = pairOf(config, 'autoRemove', 'auto_remove');
  if (pair === undefined) return;
  const removes = textOf(pair.value);
  if (removes !== 'true' && removes !== 'false') return;
  config.items.splice(config.items.indexOf(pair), 1);
  if (removes === 'false') config.set('keep_container', wordNode('true'));
}

/** A container that runs already was neither pulled nor removed, whatever stood there. */
const forNewOnes = ['pull_policy', 'keep_container'];

const policies: Readonly<Record<string, string>> = { true: 'always', false: 'never' };

function turnPull(config: YAMLMap): void {
  const pair = pairOf(config, 'pull');
  if (pair === undefined || !isScalar(pair.key)) return;
  pair.key.value = 'pull_policy';
  const policy = policies[textOf(pair.value) ?? ''];
  if (policy !== undefined && isScalar(pair.value)) pair.value.value = policy;
}

/** A name without an image is that of a container that runs already. */
function turnName(config: YAMLMap): readonly string[] {
  const pair = pairOf(config, 'containerName', 'container_name');
  if (pair === undefined || !isScalar(pair.key)) return [];
  const hasImage = config.has('image');
  pair.key.value = hasImage ? 'name' : 'exec';
  return hasImage ? [NEW] : [];
}

const NEW =
  'The step ran in the container of this name if there was one. Here it starts a new container of this name: for the one that runs, write `exec` with its name and remove `image`.';
