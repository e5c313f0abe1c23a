import { isScalar } from 'yaml';
import { calledDag, type CallableDags } from './dag-names.ts';
import { askModel, askPerson } from './asking-actions.ts';
import { turnFileAction } from './file-actions.ts';
import { leftOver, type Inputs } from './inputs.ts';
import { turnContainer } from './turn-docker.ts';
import { turnSettings } from './turn-settings.ts';
import { echoOf, quotedWord, secondsOf } from './shell-words.ts';
import { renderTemplate } from './template-action.ts';
import type { TurnedAction } from './turned-action.ts';
import { valueOf } from './value-of.ts';
import { mapNode, type Keys } from './written.ts';

type Turn = (inputs: Inputs, dags: CallableDags) => TurnedAction;

/** A type of step whose command is one of the settings, and whose `config` has the others. */
const typed =
  (type: string, command: string): Turn =>
  (inputs) => ({
    keys: { type, command: inputs.take(command), config: settingsOf(type, inputs) },
  });

/** A type of step whose command is the second part of the action's name. */
const named =
  (type: string, command: string): Turn =>
  (inputs) => ({ keys: { type, command, config: settingsOf(type, inputs) } });

const turns: Readonly<Record<string, Turn>> = {
  'http.request': (inputs) => {
    const command = `${inputs.text('method') || 'GET'} ${inputs.text('url')}`;
    return { keys: { type: 'http', command, config: settingsOf('http', inputs) } };
  },
  'ssh.run': typed('ssh', 'command'),
  'docker.run': container,
  'container.run': container,
  'postgres.query': typed('postgres', 'query'),
  'sqlite.query': typed('sqlite', 'query'),
  'jq.filter': (inputs) => {
    const [command, script] = [inputs.take('filter'), inputs.take('data', 'input')];
    const text = isScalar(script) ? script : script && JSON.stringify(valueOf(script));
    return { keys: { type: 'jq', command, script: text, config: inputs.rest() } };
  },
  'dag.run': callDag,
  'dag.enqueue': (inputs, dags) => {
    inputs.take('queue');
    return { ...callDag(inputs, dags), remarks: [WAITS] };
  },
  'human.task': askPerson,
  'router.route': (inputs) => ({
    keys: { type: 'router', value: inputs.take('value'), routes: inputs.take('routes') },
  }),
  'chat.completion': askModel,
  'mail.send': (inputs) => ({ keys: { type: 'mail', config: inputs.rest() } }),
  'archive.create': named('archive', 'create'),
  'archive.extract': named('archive', 'extract'),
  'archive.list': named('archive', 'list'),
  's3.upload': named('s3', 'upload'),
  's3.download': named('s3', 'download'),
  's3.list': named('s3', 'list'),
  's3.delete': named('s3', 'delete'),
  'sftp.upload': transfer('upload'),
  'sftp.download': transfer('download'),
  exec: commanded((inputs) => {
    const words = [...inputs.words('command'), ...inputs.words('args')];
    return { shell: 'direct', command: words.map(quotedWord).join(' ') };
  }),
  noop: commanded(() => ({ command: 'true' })),
  'log.write': (inputs, dags) => ({
    text: inputs.look('message'),
    ...commanded((given) => ({ command: echoOf(given.text('message')) }))(inputs, dags),
  }),
  'template.render': renderTemplate,
  'wait.duration': commanded((inputs) => ({
    command: `sleep ${secondsOf(inputs.text('duration'))}`,
  })),
};

const WAITS = 'This step queued a run and went on. Here it starts the run and waits until it ends.';

/** What a step of today says in place of an action; null for an action that has no counterpart. */
export function turnAction(name: string, inputs: Inputs, dags: CallableDags): TurnedAction | null {
  const redis = /^redis\.(\w+)$/.exec(name)?.[1];
  if (redis !== undefined) return turnRedis(redis, inputs);
  const turn = Object.hasOwn(turns, name) ? turns[name] : undefined;
  return turn?.(inputs, dags) ?? turnFileAction(name, inputs);
}

/** A step that has no place for settings. */
function commanded(keysOf: (inputs: Inputs) => Keys): Turn {
  return (inputs) => {
    const keys = keysOf(inputs);
    return { keys, problems: leftOver(inputs) };
  };
}

/** What is left, with the names that such a type of step has here. */
function settingsOf(type: string, inputs: Inputs) {
  const config = inputs.rest();
  if (config !== undefined) turnSettings(type, config);
  return config?.items.length === 0 ? undefined : config;
}

function turnRedis(operation: string, inputs: Inputs): TurnedAction {
  const config = inputs.rest() ?? mapNode({});
  if (operation !== 'pipeline' && operation !== 'script')
    config.set('command', operation.toUpperCase());
  return { keys: { type: 'redis', config } };
}

function container(inputs: Inputs): TurnedAction {
  const command = inputs.take('command');
  const config = inputs.rest() ?? mapNode({});
  const { remarks, problems } = turnContainer(config);
  return { keys: { type: 'docker', command, config }, remarks, problems };
}

function callDag(inputs: Inputs, dags: CallableDags): TurnedAction {
  const dag = inputs.text('dag');
  const keys = { call: calledDag(dag, dags) ?? dag, params: inputs.take('params') };
  return { keys, problems: leftOver(inputs) };
}

function transfer(direction: string): Turn {
  return (inputs) => {
    const config = inputs.rest() ?? mapNode({});
    config.set('direction', direction);
    turnSettings('sftp', config);
    return { keys: { type: 'sftp', config } };
  };
}
