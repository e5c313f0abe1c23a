import type { Dag, Step } from '../dag/definition.ts';
import type { TextEncoding } from '../lib/text-encoding.ts';
import { stepTypeOf } from './registry.ts';

/** Types whose programs are ours, and whose output is that of programs which they start elsewhere. */
const RELAYED = new Set(['docker', 'ssh', 'gha']);

/** The encoding of what a step prints: what we print ourselves is UTF-8. */
export function printedIn(
  { type, logOutputEncoding }: Pick<Step, 'type' | 'logOutputEncoding'>,
  dag: Pick<Dag, 'logOutputEncoding'>,
): TextEncoding {
  const isOfOthers = stepTypeOf(type).kind === 'process' || RELAYED.has(type);
  return isOfOthers ? (logOutputEncoding ?? dag.logOutputEncoding) : 'utf-8';
}
