import { isMap, isScalar, isSeq, Pair, Scalar, YAMLMap, type Node } from 'yaml';
import { joined } from './custom/expand-actions.ts';
import { itemsOf, pairOf, stepsOf, textOf } from './actions/steps-of.ts';
import { problemAt, UNCHANGED, type Written } from './note.ts';

/** Settings that a step has unless it says otherwise, with the other name that each may have. */
const replaced: Readonly<Record<string, string>> = {
  continue_on: 'continueOn',
  retry_policy: 'retryPolicy',
  repeat_policy: 'repeatPolicy',
  timeout_sec: 'timeoutSec',
  mail_on_error: 'mailOnError',
  signal_on_stop: 'signalOnStop',
};

/** Those to which a step adds its own. */
const added: Readonly<Record<string, string>> = { env: 'env', preconditions: 'precondition' };

/** What a question to a person, or a choice of a route, takes of the defaults. */
const OF_QUESTIONS = ['continue_on', 'env', 'preconditions'];

/** Writes the `defaults` of steps into each step and handler, and takes them away. */
export function spreadDefaults(root: YAMLMap): Written {
  const pair = pairOf(root, 'defaults');
  if (pair === undefined) return UNCHANGED;
  if (!isMap(pair.value)) return { hasChanged: false, notes: [problemAt(null, NO_MAP)] };
  const names = pair.value.items.map(({ key }) => nameOf(textOf(key) ?? ''));
  const unknown = names.find((name) => !(name in replaced) && !(name in added));
  if (unknown !== undefined)
    return { hasChanged: false, notes: [problemAt(null, noDefault(unknown))] };
  makeMaps(root);
  for (const step of stepsOf(root)) addTo(step, pair.value);
  root.items.splice(root.items.indexOf(pair), 1);
  return { hasChanged: true, notes: [] };
}

const NO_MAP = '`defaults` is no map of settings: write them into the steps';
const noDefault = (name: string): string =>
  `\`${name}\` in \`defaults\` has no counterpart here: write what it means into the steps`;

/** The name that a key has here. */
function nameOf(key: string): string {
  const all = Object.entries({ ...replaced, ...added });
  return all.find(([, other]) => other === key)?.[0] ?? key;
}

/** A step that is a text is its command. */
function makeMaps(root: YAMLMap): void {
  const steps = root.get('steps', true);
  if (isSeq(steps)) steps.items = steps.items.map(madeMap);
}

function madeMap(item: unknown): unknown {
  if (isSeq(item)) {
    item.items = item.items.map(madeMap);
    return item;
  }
  if (!isScalar(item)) return item;
  const map = new YAMLMap();
  map.set(new Scalar('command'), item);
  return map;
}

function addTo(step: YAMLMap, defaults: YAMLMap): void {
  const isQuestion =
    /^(?:human\.task|router\.route)$/.test(textOf(step.get('action', true)) ?? '') ||
    /^(?:hitl|router)$/.test(textOf(step.get('type', true)) ?? '');
  for (const { key, value } of itemsOf(defaults)) {
    const name = nameOf(textOf(key) ?? '');
    if (isQuestion && !OF_QUESTIONS.includes(name)) continue;
    const copy = (value as Node).clone() as Node;
    const other = replaced[name] ?? added[name] ?? name;
    const mine = pairOf(step, name, other);
    if (mine === undefined) step.items.push(new Pair(new Scalar(name), copy));
    else if (name in added) mine.value = joined(copy, mine.value);
  }
}
