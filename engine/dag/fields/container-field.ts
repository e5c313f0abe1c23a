import { parsePort } from '../../step-programs/docker/port.ts';
import { parseVolume } from '../../step-programs/docker/volume.ts';
import type { Container } from '../container.ts';
import type { Report } from '../source/report.ts';
import { describeNode, isNull, type MapEntry, type MapNode } from '../source/source-node.ts';
import { mayExpand } from '../text-parts.ts';
import { environment } from './env-field.ts';
import type { FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { checkPattern } from './pattern-field.ts';
import { fallbacks } from './read-fields.ts';
import { boolean, oneOf, optionalText, refined, text, texts } from './scalar-types.ts';
import { shell } from './shell-field.ts';

const list: ValueType<readonly string[]> = refined(texts, (written) =>
  written.map((one) => one.text),
);

/** Texts that `parse` takes; it throws at others in words for a person. */
const listOf = (parse: (text: string) => unknown): ValueType<readonly string[]> =>
  refined(texts, (written, _node, { report }) => {
    const sound = written.filter((one) => {
      const fault = faultOf(one.text, parse);
      if (fault !== null) report.error(one, fault);
      return fault === null;
    });
    return sound.length === written.length ? sound.map((one) => one.text) : undefined;
  });

function faultOf(text: string, parse: (text: string) => unknown): string | null {
  if (mayExpand(text)) return null;
  try {
    parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const pattern: ValueType<string> = refined(text, (written, node, context) =>
  checkPattern(`re:${written}`, node, context) ? written : undefined,
);

/** Every key of a container. */
export const containerFields: FieldSet<Container> = {
  what: 'container',
  fields: {
    exec: {
      key: 'exec',
      about: 'Name or ID of a running container to run the commands in, instead of `image`.',
      type: optionalText,
      fallback: null,
    },
    image: {
      key: 'image',
      about: 'Image of the container.',
      type: optionalText,
      fallback: null,
    },
    name: {
      key: 'name',
      about: 'Name of the container (default: a name that no other one has).',
      type: optionalText,
      fallback: null,
    },
    pullPolicy: {
      key: 'pull_policy',
      about: 'When to download the image: always, only if it is missing, or never.',
      type: oneOf(['always', 'missing', 'never']),
      fallback: 'missing',
    },
    env: {
      key: 'env',
      about: 'Environment variables in the container, in addition to those of the step.',
      type: environment,
      fallback: [],
    },
    volumes: {
      key: 'volumes',
      about:
        'Folders and volumes to mount, as `HOST:CONTAINER[:ro]`. Host paths with `/` are relative to the working directory, and may hold colons.',
      type: listOf(parseVolume),
      fallback: [],
    },
    workingDir: {
      key: 'working_dir',
      about: 'Working directory in the container.',
      type: optionalText,
      fallback: null,
    },
    platform: {
      key: 'platform',
      about: 'Platform of the image, such as `linux/arm64`.',
      type: optionalText,
      fallback: null,
    },
    user: {
      key: 'user',
      about: 'User in the container: a name or a number, with `:group` if needed.',
      type: optionalText,
      fallback: null,
    },
    ports: {
      key: 'ports',
      about:
        'Ports to publish, as `[[ADDRESS:]HOST:]CONTAINER[/PROTOCOL]`. Without `HOST`, any free port.',
      type: listOf(parsePort),
      fallback: [],
    },
    network: {
      key: 'network',
      about: 'Network of the container: `none`, `host`, `bridge` or the name of a network.',
      type: optionalText,
      fallback: null,
    },
    startup: {
      key: 'startup',
      about:
        'What the container does by itself while commands run in it: wait (`keepalive`), its `entrypoint`, or `command`. Left out, a container of a step runs its single command, and one of a DAG waits.',
      type: oneOf(['keepalive', 'entrypoint', 'command']),
      fallback: null,
    },
    command: {
      key: 'command',
      about: 'Command that the container runs by itself, as a list of words.',
      type: list,
      fallback: [],
    },
    waitFor: {
      key: 'wait_for',
      about:
        'State of the container to wait for before commands run in it, for 120 seconds at most.',
      type: oneOf(['running', 'healthy']),
      fallback: 'running',
    },
    logPattern: {
      key: 'log_pattern',
      about: 'Regular expression that a line of its log must match before commands run in it.',
      type: pattern,
      fallback: null,
    },
    restartPolicy: {
      key: 'restart_policy',
      about: 'When the container engine starts the container again after its process ends.',
      type: oneOf(['no', 'always', 'unless-stopped']),
      fallback: 'no',
    },
    keepContainer: {
      key: 'keep_container',
      about: 'Keep the container after the end of the step or run.',
      type: boolean,
      fallback: false,
    },
    shell: {
      key: 'shell',
      about:
        'Shell in the container with its arguments, such as `[/bin/sh, -c]`; each command follows as the last argument. Left out, commands are words and no shell reads them.',
      type: shell,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: { workDir: '`working_dir`' },
};

const containerMap = mapValue({
  set: containerFields,
  build: ({ values }, map, { report }) => (checkContainer(map, report) ? values : undefined),
});

/** A map, or the name of a running container. */
export const container: ValueType<Container> = {
  read: (node, context) => {
    if (node.kind !== 'scalar') return containerMap.read(node, context);
    const exec = node.text.trim();
    if (exec !== '') return { ...fallbacks(containerFields), exec };
    context.report.error(
      node,
      `${context.label} must name a running container or be a map, got ${describeNode(node)}`,
    );
    return undefined;
  },
  schema: { anyOf: [{ type: 'string' }, containerMap.schema] },
};

/** What a container that runs already can still be given. */
const ofExec = new Set(['exec', 'user', 'working_dir', 'env', 'shell']);

/** Reports keys that contradict each other. */
export function checkContainer(map: MapNode, report: Report): boolean {
  const given = new Map(
    map.entries.filter(({ value }) => !isNull(value)).map((entry) => [entry.key.text, entry]),
  );
  const found = given.has('exec') ? execFault(given) : imageFault(given, map);
  if (found !== null) report.error(found.at, found.message);
  return found === null;
}

interface Fault {
  readonly at: { readonly start: number; readonly end: number };
  readonly message: string;
}

function execFault(given: ReadonlyMap<string, MapEntry>): Fault | null {
  const image = given.get('image');
  if (image) return { at: image.key, message: '`exec` and `image` are mutually exclusive' };
  const other = [...given.values()].find(({ key }) => !ofExec.has(key.text));
  if (!other) return null;
  const rule = 'cannot be combined with `exec`: the container runs already';
  return { at: other.key, message: `\`${other.key.text}\` ${rule}` };
}

function imageFault(given: ReadonlyMap<string, MapEntry>, map: MapNode): Fault | null {
  if (!given.has('image')) return { at: map, message: 'a container requires `image` or `exec`' };
  const startup = given.get('startup');
  const command = given.get('command');
  const mode = startup?.value.kind === 'scalar' ? startup.value.text : null;
  if (startup && mode === 'command' && !command)
    return { at: startup.key, message: '`startup: command` requires `command` in the container' };
  if (command && mode !== null && mode !== 'command')
    return { at: command.key, message: `\`command\` cannot be combined with \`startup: ${mode}\`` };
  const network = given.get('network')?.value;
  const ports = given.get('ports');
  const isNone = network?.kind === 'scalar' && ['none', 'host'].includes(network.text);
  if (ports && isNone)
    return {
      at: ports.key,
      message: `\`ports\` cannot be combined with \`network: ${network.text}\``,
    };
  return null;
}
