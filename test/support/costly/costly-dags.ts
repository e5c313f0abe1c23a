/** Nearly as many as a definition may have. */
export const STEPS_OF_MANY = 9000;

/** A definition of many steps of which the first waits, so that all others are stored and none runs. */
export function stepsOf(count: number): string {
  const named = Array.from(
    { length: count },
    (_, index) => `  - {name: s${index}, command: "echo ${index}"}\n`,
  );
  return `steps:\n  - {name: gate, type: hitl}\n${named.join('')}`;
}

/** A definition that calls one of its own file. */
export const inlineParent =
  'steps:\n  - {name: only, call: child}\n---\nname: child\nsteps:\n  - {name: inner, command: "true", output: O}\n';
