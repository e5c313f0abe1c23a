import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

const LONGEST_NAME = 40;

/** Any text that makes a line of its own and climbs nowhere: names appear in paths and in logs. */
export const stepName: ValueType<string> = refined(text, (name, node, { label, report }) => {
  const problem = nameProblem(name);
  if (problem === null) return name;
  report.error(node, `${label} ${problem}`);
  return undefined;
});

function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'must not be empty';
  const length = [...name].length;
  if (length > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters, got ${length}`;
  if (/\p{Cc}/u.test(name)) return 'must not contain line breaks or other control characters';
  // Programs that tidy addresses leave such a part out, so nobody could reach its log.
  if (name === '.') return 'must not be `.`, which no URL can contain';
  const climbs = name.split(/[/\\]/).some((part) => part.trim() === '..');
  return climbs ? `must not contain \`..\` as a path, got ${quoted(name)}` : null;
}

const RESERVED_IDS = ['env', 'params', 'args', 'stdout', 'stderr', 'output', 'outputs'];

export const stepId: ValueType<string> = refined(text, (id, node, { label, report }) => {
  if (!/^[a-zA-Z][a-zA-Z0-9_-]*$/.test(id)) {
    const rule = 'must start with a letter and contain only letters, digits, `_` or `-`';
    report.error(node, `${label} ${rule}, got ${quoted(id)}`);
  } else if (RESERVED_IDS.includes(id)) {
    report.error(node, `${label} must not be the reserved word ${quoted(id)}`);
  } else {
    return id;
  }
  return undefined;
});
