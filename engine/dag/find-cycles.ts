import type { Step } from './definition.ts';
import type { Report } from './source/report.ts';
import type { Range } from './source/source-node.ts';

/** Reports steps that wait for each other, each cycle once, by its path of names. */
export function reportCycles(
  steps: readonly Step[],
  placeOf: (index: number) => Range,
  report: Report,
): void {
  const indexes = new Map(steps.map((step, index) => [step.name, index]));
  const depends = steps.map((step) => step.depends.flatMap((name) => indexes.get(name) ?? []));
  for (const cycle of findCycles(depends)) {
    const names = [...cycle, cycle[0]].map((index) => steps[index ?? 0]?.name);
    const first = Math.min(...cycle.slice(0, MAX_NAMES));
    report.error(placeOf(first), `the steps depend on each other in a cycle: ${shortPath(names)}`);
  }
}

const MAX_NAMES = 20;
/** A knot has more cycles than anybody will read; breaking the first ones breaks most of the others. */
const MAX_CYCLES = 20;

function shortPath(names: readonly (string | undefined)[]): string {
  const shown =
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 2), '…', names.at(-1)] : names;
  return shown.join(' → ');
}

/** A walk in depth with a stack of its own, as a chain may be longer than the call stack. */
function findCycles(depends: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const cycles: number[][] = [];
  const state: ('open' | 'done' | undefined)[] = [];
  for (const start of depends.keys()) {
    if (state[start]) continue;
    const path = [{ node: start, next: 0 }];
    state[start] = 'open';
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (cycles.length === MAX_CYCLES) return cycles;
      const target = depends[top.node]?.[top.next];
      top.next += 1;
      if (target === undefined) {
        state[top.node] = 'done';
        path.pop();
      } else if (state[target] === 'open') {
        cycles.push(
          path.slice(path.findIndex(({ node }) => node === target)).map(({ node }) => node),
        );
      } else if (state[target] === undefined) {
        state[target] = 'open';
        path.push({ node: target, next: 0 });
      }
    }
  }
  return cycles;
}
