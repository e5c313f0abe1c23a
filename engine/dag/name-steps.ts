import type { StepDraft } from './fields/steps-field.ts';
import type { Report } from './source/report.ts';
import { quoted, type Range } from './source/source-node.ts';
import type { TypedDraft } from './type-steps.ts';

/**
 * The name of each step: its own, or one made from its position. Reports names and ids that are taken: `depends` and
 * references must mean one step.
 */
export function nameSteps(steps: readonly TypedDraft[], report: Report): readonly string[] {
  const drafts = steps.map(({ draft }) => draft);
  const taken = new Map<string, StepDraft>();
  for (const draft of drafts) {
    const { name } = draft.values;
    if (name === null) continue;
    const first = taken.get(name);
    if (first) reportTaken({ what: 'name', word: name }, { draft, first }, report);
    else taken.set(name, draft);
  }
  checkIds(drafts, taken, report);
  const used = new Set(taken.keys());
  return steps.map((step, index) => step.draft.values.name ?? automaticName(step, index + 1, used));
}

function checkIds(
  drafts: readonly StepDraft[],
  names: ReadonlyMap<string, StepDraft>,
  report: Report,
): void {
  const taken = new Map<string, StepDraft>();
  for (const draft of drafts) {
    const { id } = draft.values;
    if (id === null) continue;
    const first = taken.get(id);
    const namesake = names.get(id);
    if (first) reportTaken({ what: 'id', word: id }, { draft, first }, report);
    else if (namesake && namesake !== draft) {
      const place = report.placeOf(namesake.nameAt ?? namesake.at);
      report.error(idAt(draft), `the id ${quoted(id)} is the name of another step, at ${place}`);
    }
    if (!first) taken.set(id, draft);
  }
}

interface Clash {
  readonly draft: StepDraft;
  readonly first: StepDraft;
}

function reportTaken(
  { what, word }: { readonly what: 'name' | 'id'; readonly word: string },
  { draft, first }: Clash,
  report: Report,
): void {
  const at = what === 'id' ? idAt : (step: StepDraft) => step.nameAt ?? step.at;
  const place = report.placeOf(at(first));
  report.error(at(draft), `the step ${what} ${quoted(word)} is already used at ${place}`);
}

function idAt({ given, at }: StepDraft): Range {
  return given.get('id')?.value ?? at;
}

/** What a step without a name is called, as long as no other one has that name. `position` is from 1. */
export function nameOfPlace(script: string | null, autoName: string, position: number): string {
  // A script of another type than the shell's is better known by its type.
  return `${script !== null && autoName === 'cmd' ? 'script' : autoName}_${position}`;
}

function automaticName({ draft, type }: TypedDraft, position: number, used: Set<string>): string {
  const base = nameOfPlace(draft.values.script, type.autoName, position);
  let name = base;
  for (let suffix = 2; used.has(name); suffix += 1) name = `${base}_${suffix}`;
  used.add(name);
  return name;
}
