import { snakeCase } from '../../lib/snake-case.ts';
import { suggest } from '../../lib/suggest.ts';
import type { Report } from '../source/report.ts';
import { quoted, type ScalarNode, type SourceNode } from '../source/source-node.ts';
import type { Replaced } from './field.ts';

export interface KnownKeys {
  readonly known: readonly string[];
  readonly replaced?: Replaced;
  readonly value?: SourceNode;
}

/** Refuses a key and, where that can be told, names the one that was meant. */
export function reportUnknownKey(key: ScalarNode, keys: KnownKeys, report: Report): void {
  const name = key.text;
  const successor = successorOf(name, keys);
  const unknown = `unknown key ${quoted(name)}`;
  if (successor) {
    report.olderForm(key, `${unknown}: it was replaced by ${successor}`, onlyKey(successor));
    return;
  }
  const snake = asKey(name);
  if (snake !== name && keys.known.includes(snake)) {
    report.olderForm(key, `${unknown}: did you mean \`${snake}\`?`, snake);
    return;
  }
  const meant = meantKey(snake, keys.known);
  if (meant) report.error(key, `${unknown}: did you mean \`${meant}\`?`, meant);
  else report.error(key, name.includes(' ') ? `${unknown}: ${QUOTE_HINT}` : unknown);
}

function successorOf(name: string, { replaced = {}, value }: KnownKeys): string | undefined {
  const successor = Object.hasOwn(replaced, name) ? replaced[name] : undefined;
  if (typeof successor !== 'function') return successor;
  return value === undefined ? undefined : successor(value);
}

/** `- echo a: b` is a map to YAML. */
export const QUOTE_HINT = 'put text that contains a colon followed by a space in quotes';

/** `logDir`, `log-dir` and `log_dir` are one name to whoever writes it. */
function asKey(name: string): string {
  return snakeCase(name).replaceAll('-', '_');
}

function meantKey(snake: string, known: readonly string[]): string | undefined {
  return suggest(snake, known) ?? known.find((key) => key.startsWith(`${snake}_`));
}

function onlyKey(successor: string): string | undefined {
  return /^`([a-z_]+)`$/.exec(successor)?.[1];
}
