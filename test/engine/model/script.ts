import type { Case } from './case.ts';

/** How one execution of a process goes, whoever runs it. */
export interface ScriptedEnd {
  readonly code: number;
  readonly durationMs: number;
  /** What it prints: one line. */
  readonly text: string;
  /** How long it lives on after a signal that it can catch. */
  readonly dyingMs: number;
}

export interface ScriptedDecision {
  readonly afterMs: number;
  readonly approve: boolean;
}

/** What happens to be decided outside of the engine: the same for the model and for the engine under test. */
export interface Script {
  readonly execution: (path: string, step: string, count: number) => ScriptedEnd;
  readonly decision: (path: string, step: string, count: number) => ScriptedDecision;
}

/** Handlers have 60 s after a stop. */
const LONGEST_HANDLER_MS = 50_000;
/** Odd times, so that no two things happen at once. */
const LONGEST_MS = 4_000_000;

export function createScript({ seed, refusals }: Pick<Case, 'seed' | 'refusals'>): Script {
  const at = (...parts: readonly (string | number)[]): number => hash([seed, ...parts].join('|'));
  return {
    execution: (path, step, count) => {
      const number = (what: string): number => at(path, step, count, what);
      const longest = step.startsWith('on') ? LONGEST_HANDLER_MS : LONGEST_MS;
      return {
        code: pick([0, 0, 0, 0, 0, 1, 1, 2, 3], number('code')),
        durationMs: 1 + (number('duration') % longest),
        text: pick(['a', 'b', 'ab', ''], number('text')),
        dyingMs: pick([0, 0, number('dying') % 9000], number('how')),
      };
    },
    decision: (path, step, count) => ({
      afterMs: 1 + (at(path, step, count, 'after') % LONGEST_MS),
      approve: !refusals || at(path, step, count, 'approve') % 4 !== 0,
    }),
  };
}

function pick<T>(values: readonly T[], number: number): T {
  const value = values[number % values.length];
  if (value === undefined) throw new Error('Nothing to pick from.');
  return value;
}

/** FNV-1a with a final mix, so that neighbors differ in all bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
