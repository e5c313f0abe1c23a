interface StepLine {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** The step whose text a line belongs to, as far as lines alone tell. */
export function stepAtLine(text: string, line: number): string | undefined {
  return stepsByLine(text)(line);
}

/** The same for many lines of one text, which is looked through once. */
export function stepsByLine(text: string): (line: number) => string | undefined {
  const lines = text.split('\n');
  const steps = stepLines(lines);
  return (line) => {
    const found = steps.findLast((step) => step.line <= line);
    if (found === undefined) return undefined;
    // A key at the margin after the step ends the list.
    const between = lines.slice(found.line, line);
    return between.some((one) => /^[A-Za-z_]/.test(one)) ? undefined : found.name;
  };
}

/** The line at which a step begins. */
export function lineOfStep(text: string, name: string): number | undefined {
  return stepLines(text.split('\n')).find((step) => step.name === name)?.line;
}

/** Looks for names in the list under `steps:`; a name may stand below the dash of its item. */
function stepLines(lines: readonly string[]): readonly StepLine[] {
  const found: StepLine[] = [];
  let isInSteps = false;
  let itemLine = 0;
  let itemIndent = 0;
  for (const [index, line] of lines.entries()) {
    if (/^[A-Za-z_]/.test(line)) isInSteps = line.startsWith('steps:');
    if (!isInSteps) continue;
    const dash = /^(\s*)-\s/.exec(line);
    if (dash !== null && (found.length === 0 || (dash[1] ?? '').length <= itemIndent)) {
      itemLine = index + 1;
      itemIndent = (dash[1] ?? '').length;
    }
    const name = /^\s*(?:-\s+)?name:\s*["']?([^"'#]+?)["']?\s*(?:#.*)?$/.exec(line)?.[1];
    if (name !== undefined) found.push({ name, line: itemLine || index + 1 });
  }
  return found;
}
