import type { DryRun } from '../../contract/dag.ts';
import type { PlannedSlot } from '../../contract/schedule.ts';
import { plannedBetween } from '../../dag/planned-slots.ts';
import type { CrontabPlan } from '../../dag/import/crontab/plan-crontab.ts';
import type { Turned } from '../../dag/import/turn-older-forms.ts';
import type { LoadResult } from '../../dag/definition.ts';
import { userName } from '../../platform/user-name.ts';
import { keepLast } from '../../lib/keep-last.ts';
import type { MergePiece, ThreeTexts } from '../../lib/merge-texts.ts';
import { compareDags } from '../../steps/compare.ts';
import { loadDag, loadSoundBase } from '../../steps/load-dag.ts';
import { planDryRun } from '../prepare/dry-run.ts';
import type { ParamSchemas } from '../prepare/param-schemas.ts';
import type {
  CompareJob,
  Comparison,
  CrontabJob,
  DocumentJob,
  DryRunJob,
  LoadJob,
  SlotsJob,
  TurnJob,
} from './job.ts';

/** Reads a base.yaml here and now. All definitions of a home are read over the same one. */
export const baseHere = keepLast(1, loadSoundBase);

/** Reads a text and the base under it here and now. */
export function readHere({ text, base, ...options }: LoadJob): LoadResult {
  return loadDag(text, { ...options, base: base === null ? null : baseHere(base) });
}

/** Reads two texts and tells what differs between them here and now. */
export function compareHere({ before, after, ...options }: CompareJob): Comparison {
  return comparisonOf(before && readHere(before), after && readHere(after), options);
}

/** What differs between two definitions that were read. */
export function comparisonOf(
  before: LoadResult | null,
  after: LoadResult | null,
  options: Pick<CompareJob, 'now' | 'timezone'>,
): Comparison {
  const names = [before, after].flatMap((side) => side?.partial.name ?? []);
  return { difference: compareDags(before, after, options), names: [...new Set(names)] };
}

/** Merges two texts here and now. */
export async function mergeHere(texts: ThreeTexts): Promise<readonly MergePiece[]> {
  // Most engines never merge.
  const { mergeTexts } = await import('../../lib/merge-texts.ts');
  return mergeTexts(texts);
}

/** Writes a definition of earlier forms anew here and now. */
export async function turnHere({ text, dags, ...options }: TurnJob): Promise<Turned> {
  // Most engines never import.
  const { turnOlderForms } = await import('../../dag/import/turn-older-forms.ts');
  const lint = { storedDags: new Set(dags.values()) };
  const load = async (spec: string) => readHere({ ...options, lint, text: spec }).issues;
  return turnOlderForms(text, load, dags);
}

/** Plans the DAGs of a crontab here and now. */
export async function crontabHere({ base, ...job }: CrontabJob): Promise<CrontabPlan> {
  const { planCrontab } = await import('../../dag/import/crontab/plan-crontab.ts');
  return planCrontab({ ...job, own: userName() }, (text, name) => readHere({ text, name, base }));
}

/** Tells when a schedule is due here and now. */
export function slotsHere({ schedule, range }: SlotsJob): readonly PlannedSlot[] {
  return plannedBetween(schedule, range);
}

/** Finds a document here and now. Documents are separated by lines that begin with three dashes. */
export function documentHere({ text, name }: DocumentJob): string | null {
  const parts = text.split(/^---(?:[ \t][^\n]*)?\r?\n/m);
  return parts.find((part) => loadDag(part, { name: '' }).partial.name === name) ?? null;
}

/** Plans a dry run on this event loop. */
export function planHere({ options, known }: DryRunJob, schemas: ParamSchemas): Promise<DryRun> {
  return planDryRun({ ...options, schemas, knows: (name) => known.has(name) });
}
