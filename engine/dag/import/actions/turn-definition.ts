import { isMap, isScalar, parseAllDocuments, type Document, type YAMLMap } from 'yaml';
import { isDagName } from '../../../contract/fields.ts';
import { readYaml } from '../../source/read-yaml.ts';
import { createReport } from '../../source/report.ts';
import { expandActions } from '../custom/expand-actions.ts';
import { uniqueName } from '../safe-name.ts';
import { splitApprovals } from '../split-approvals.ts';
import { spreadDefaults } from '../spread-defaults.ts';
import { turnOutputs } from '../turn-outputs.ts';
import { turnReferences } from '../turn-references.ts';
import type { CallableDags } from './dag-names.ts';
import { declaredNames, filledNames, quotedNames } from './quoted-names.ts';
import { mapsOf, pairOf, stepsOf, textOf } from './steps-of.ts';
import { turnDagName, turnStepNames } from './turn-names.ts';
import { turnLabels, turnParams, turnShellArgs } from './turn-params.ts';
import { turnConditions } from './turn-settings.ts';
import { turnStep, type TurnedStep } from './turn-step.ts';
import { hasWordList, WORD_LIST } from './word-lists.ts';
import { mapNode } from './written.ts';

/** What is said of a step, or of the document where `step` is null; both from 0. */
export interface Said {
  readonly document: number;
  readonly step: number | null;
  readonly message: string;
  readonly isProblem: boolean;
  /** Whether it is so only for definitions in earlier forms. */
  readonly isOfOlder?: boolean;
  /** What it is about, where that is a part of the step. */
  readonly needle?: string;
}

export interface TurnedDefinition {
  readonly text: string;
  readonly said: readonly Said[];
}

/**
 * Writes anew what stands in forms that no renaming of keys brings up to date: steps that say by `run` and `action` what they do,
 * settings of containers, names that nothing can have here. A text without any stays as it is, byte for byte. Of others comments and
 * the order are kept.
 */
export function turnDefinition(text: string, dags: CallableDags): TurnedDefinition {
  const documents = documentsOf(text);
  const callable = withOwn(documents, dags);
  const turned = documents.map((document, index) => turnDocument(document, index, callable));
  if (!turned.some(({ hasChanged }) => hasChanged))
    return { text, said: turned.flatMap(({ said }) => said) };
  const written = documents.map((document) => document.toString({ lineWidth: 0 })).join('');
  return { text: written, said: turned.flatMap(({ said }) => said) };
}

/**
 * The documents of a text, with each scalar as it is written; none of a text that is no YAML, or too much of it: the loader says why.
 */
export function documentsOf(text: string): readonly Document.Parsed[] {
  const report = createReport(text);
  if (readYaml(text, report).length === 0 || report.hasErrors()) return [];
  const documents = parseAllDocuments(text, { schema: 'failsafe', resolveKnownTags: false });
  if (!Array.isArray(documents)) return [];
  const isSound = documents.every(({ errors, contents }) => errors.length === 0 && isMap(contents));
  return isSound ? documents : [];
}

/** Those of the same file as well. */
function withOwn(documents: readonly Document.Parsed[], dags: CallableDags): CallableDags {
  const all = new Map(dags);
  const taken = new Set([...dags.values()].map((name) => name.toLowerCase()));
  for (const { contents: root } of documents) {
    const name = isMap(root) ? textOf(root.get('name', true)) : null;
    if (name !== null && name !== '' && !all.has(name))
      all.set(name, isDagName(name) ? name : uniqueName(name, taken));
  }
  return all;
}

interface TurnedDocument {
  readonly hasChanged: boolean;
  readonly said: readonly Said[];
}

function turnDocument(
  { contents: root }: Document.Parsed,
  document: number,
  dags: CallableDags,
): TurnedDocument {
  if (!isMap(root)) return { hasChanged: false, said: [] };
  const written = [expandActions(root), spreadDefaults(root)];
  const isGraph = isGraphBefore(root);
  const names = declaredNames(root, stepsOf(root));
  written.push(turnReferences(root, names));
  written.push(turnOutputs(root, isGraph), splitApprovals(root, isGraph));
  const steps = stepsOf(root);
  const ofRoot = turnRoot(root, dags);
  const shortened = turnStepNames(steps);
  const notes = written.flatMap((one) => one.notes);
  // Of what has a problem already nothing more is said.
  const refused = new Set(notes.flatMap(({ at, isProblem }) => (isProblem ? at : [])));
  const turned = steps.map((step) => (refused.has(step) ? null : turnStep(step, dags)));
  const quoted = quotedNames(root, steps);
  const isTyped = turned.some((one) => one?.isOfGraphs === true) && becomesGraph(root);
  const said = [
    ...notes.map(({ at, ...one }) => ({ ...one, step: at === null ? null : steps.indexOf(at) })),
    ...[...ofRoot.remarks, ...(isTyped ? [GRAPH] : [])].map((message) => remark(null, message)),
    ...steps.flatMap((step, index) => saidOf(turned[index], index, shortened.get(step))),
    ...steps.flatMap((one, step) =>
      hasWordList(one) ? [{ ...remark(step, WORD_LIST), isOfOlder: true }] : [],
    ),
    ...turned.flatMap((one, step) =>
      filledNames(one?.text ?? '', names).map((message) => remark(step, message)),
    ),
    ...quoted.flatMap((ofStep, step) =>
      ofStep.map((one) => ({ ...remark(step, one.message), needle: one.needle })),
    ),
  ].map((one): Said => ({ document, ...one }));
  const ofSteps = shortened.size > 0 || turned.some((one) => one?.hasChanged === true);
  const isWritten = written.some(({ hasChanged }) => hasChanged);
  return { hasChanged: isWritten || ofRoot.hasChanged || ofSteps || isTyped, said };
}

type SaidHere = Omit<Said, 'document'>;

const remark = (step: number | null, message: string): SaidHere => ({
  ...{ step, message, isProblem: false },
});

function saidOf(
  turned: TurnedStep | null | undefined,
  step: number,
  shortened: string | undefined,
): readonly SaidHere[] {
  const remarks = [...(shortened === undefined ? [] : [shortened]), ...(turned?.remarks ?? [])];
  const problems = turned?.problems ?? [];
  return [
    ...remarks.map((message) => remark(step, message)),
    ...problems.map((message) => ({ step, message, isProblem: true })),
  ];
}

function turnRoot(root: YAMLMap, dags: CallableDags) {
  const renamed = turnDagName(root, dags);
  const isTyped = turnParams(root);
  const changes = [turnConditions(root), turnLabels(root), turnShellArgs(root)];
  return {
    hasChanged: isTyped || renamed !== null || changes.includes(true),
    remarks: [...(renamed === null ? [] : [renamed]), ...(isTyped ? [TYPED] : [])],
  };
}

const TYPED =
  'Parameters with a type became a schema: a start whose values do not keep to it is refused.';

/** Whether steps wait for those that they name, as it was before anything of them is written anew. */
function isGraphBefore(root: YAMLMap): boolean {
  const type = textOf(root.get('type', true));
  const names = ['depends', 'run', 'action', 'routes'];
  return type === null
    ? stepsOf(root).some((step) => names.some((name) => step.has(name)))
    : type === 'graph';
}

/** Whether `type: graph` is what such a definition means. One step is the same in both. */
function becomesGraph(root: YAMLMap): boolean {
  const steps = root.get('steps', true);
  const pair = pairOf(root, 'steps');
  if (root.has('type') || pair === undefined || mapsOf(steps).length < 2) return false;
  const items = (steps as { readonly items?: readonly unknown[] }).items ?? [];
  if (!items.every((item) => isMap(item) || (isScalar(item) && !isMap(steps)))) return false;
  root.items.splice(root.items.indexOf(pair), 0, ...(mapNode({ type: 'graph' }).items as []));
  return true;
}

const GRAPH =
  '`type: graph` was added: in a file whose steps use `run` or `action`, or choose a route, all steps without `depends` start at once. One step runs at a time unless `max_active_steps` allows more.';
