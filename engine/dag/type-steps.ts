import { describeNode, isNull, type SourceNode } from './source/source-node.ts';
import { fallbacks, fieldKeys, readFields } from './fields/read-fields.ts';
import { stepFields } from './fields/step-fields.ts';
import { findStepType } from './find-step-type.ts';
import type { StepDraft } from './fields/steps-field.ts';
import type { DagPlaces } from './places.ts';
import type { Report } from './source/report.ts';
import {
  impliedBy,
  usualAt,
  workKeys,
  type StepTypeDefinition,
  type WorkKey,
} from './step-type.ts';

/** The types of step that a loader knows, what the DAG says for all of them, and whom it tells what is wrong. */
export interface StepTools extends LoaderTools, DagPlaces {
  /** Whether the DAG names a bucket, and a language model, for its steps. */
  readonly hasBucket: boolean;
  readonly hasModel: boolean;
}

export interface LoaderTools {
  readonly types: StepTypes;
  readonly report: Report;
}

export interface StepTypes {
  /** By names and aliases. */
  readonly byWord: ReadonlyMap<string, StepTypeDefinition>;
  /** The type of a step that says nothing about it. */
  readonly usual: StepTypeDefinition;
}

/** A step whose type is known. */
export interface TypedDraft {
  readonly draft: StepDraft;
  readonly type: StepTypeDefinition;
  /** Null where the type has none, or it could not be read. */
  readonly config: object | null;
}

const known = new WeakMap<readonly StepTypeDefinition[], StepTypes>();

/** The first type is that of steps which say nothing about it. Lists of types never change, and every file asks. */
export function stepTypesOf(definitions: readonly StepTypeDefinition[]): StepTypes {
  const types = known.get(definitions) ?? createStepTypes(definitions);
  known.set(definitions, types);
  return types;
}

function createStepTypes(definitions: readonly StepTypeDefinition[]): StepTypes {
  const [usual] = definitions;
  if (!usual) throw new TypeError('A loader needs a type of step.');
  const words = definitions.flatMap((type) =>
    [type.name, ...type.aliases].map((word) => [word, type] as const),
  );
  return { byWord: new Map(words), usual };
}

/** Looks up the type of a step and checks what that type takes and needs. */
export function typeStep(draft: StepDraft, tools: StepTools): TypedDraft {
  const { types, report } = tools;
  const word = draft.values.type;
  const implied = impliedType(draft, tools);
  const type = word === null ? implied : findStepType(word, types.byWord, report);
  // Of a type that cannot be read nothing else is known.
  if (type === null || draft.refused.has('type')) return { draft, type: implied, config: null };
  refuseForeignWork(draft, type, { types, report });
  refuseUnused(draft, type, report);
  const config = readConfig(draft, type, report);
  if (![...draft.refused].some(mayBeWork) && checkNeeds(draft, type, report)) {
    type.check(draft, config, report);
    if (config !== null) checkPlace(draft, type, tools);
    if (!tools.hasModel) checkModel(draft, type, report);
  }
  return { draft, type, config };
}

function impliedType(
  { given }: StepDraft,
  { types: { byWord, usual }, place }: StepTools,
): StepTypeDefinition {
  const key = impliedBy.find((one) => given.has(one));
  const implied = key && [...byWord.values()].find(({ takes }) => takes.includes(key));
  return implied || usualAt(place, [...byWord.values()]) || usual;
}

/** Whether what is missing may be hidden in a refused key: a misspelt `command`, say. */
function mayBeWork(refused: string): boolean {
  return isWorkKey(refused) || !KEYS.includes(refused);
}

const KEYS = fieldKeys(stepFields);

function isWorkKey(key: string): boolean {
  return (workKeys as readonly string[]).includes(key);
}

function refuseForeignWork(
  { given, values }: StepDraft,
  type: StepTypeDefinition,
  { types, report }: LoaderTools,
): void {
  for (const key of workKeys) {
    const entry = given.get(key);
    if (!entry || type.takes.includes(key)) continue;
    const isWritten = values.type !== null;
    const implying = isWritten ? undefined : impliedBy.find((one) => given.has(one));
    const own = implying ? `\`${implying}\`` : `\`type: ${type.name}\``;
    const isPlain = !isWritten && !implying;
    const rule = isPlain ? `needs ${typesFor(key, types)}` : `cannot be combined with ${own}`;
    report.error(entry.key, `\`${key}\` ${rule}`);
  }
}

function refuseUnused(
  { given }: StepDraft,
  { name, refuses = {} }: StepTypeDefinition,
  report: Report,
): void {
  for (const [key, why] of Object.entries(refuses)) {
    const entry = given.get(key);
    if (!entry) continue;
    report.error(entry.key, `\`${key}\` cannot be combined with \`type: ${name}\`: ${why}`);
  }
}

/** More of them are a list. */
const MAX_NAMED = 2;

/** What a step must say so that it may have the key. */
function typesFor(key: WorkKey, { byWord }: StepTypes): string {
  const types = [...new Set([...byWord.values()].filter(({ takes }) => takes.includes(key)))];
  if (types.length === 0) return 'another type of step';
  const names = types.map(({ name }) => `\`${name}\``).join(', ');
  if (types.length > MAX_NAMED) return `a \`type\` that takes it: ${names}`;
  const words = types.map(({ name, takes }) =>
    takes.includes('call') ? 'a `call`' : `\`type: ${name}\``,
  );
  return words.join(' or ');
}

function readConfig(
  { values, refused }: StepDraft,
  { config: table }: StepTypeDefinition,
  report: Report,
): object | null {
  if (table === null || refused.has('config')) return null;
  const node = values.config;
  if (node === null) return fallbacks(table);
  if (node.kind !== 'map') {
    report.error(node, `\`config\` must be a map, got ${describeNode(node)}`);
    return null;
  }
  const read = readFields(node, table, report);
  return read.refused.size > 0 ? null : read.values;
}

/** Reports a step that nobody tells where to go. */
function checkPlace(draft: StepDraft, type: StepTypeDefinition, tools: StepTools): void {
  if (!tools.hasHost) checkHost(draft, type, tools.report);
  if (!tools.hasBucket) checkBucket(draft, type, tools.report);
  if (!tools.hasContainer) checkContainer(draft, type, tools.report);
}

function checkContainer(
  { given, at }: StepDraft,
  { name, usesContainer }: StepTypeDefinition,
  report: Report,
): void {
  if (usesContainer === undefined || given.has('container') || given.has('config')) return;
  const rule = 'requires a `container` or a `config`, or `container` of the DAG';
  report.error(at, `a step of \`type: ${name}\` ${rule}`);
}

function checkHost(draft: StepDraft, { name, host }: StepTypeDefinition, report: Report): void {
  if (host === undefined) return;
  const missing = ['host', 'user'].find((key) => !isSet(draft, key));
  if (missing === undefined) return;
  const rule = `requires \`${missing}\` in its \`config\`, or \`ssh\` of the DAG`;
  report.error(draft.values.config ?? draft.at, `a step of \`type: ${name}\` ${rule}`);
}

function checkBucket(draft: StepDraft, { name, bucket }: StepTypeDefinition, report: Report): void {
  if (bucket === undefined || isSet(draft, 'bucket')) return;
  const rule = 'requires `bucket` in its `config`, or `s3.bucket` of the DAG';
  report.error(draft.values.config ?? draft.at, `a step of \`type: ${name}\` ${rule}`);
}

function checkModel(
  { given, at }: StepDraft,
  { name, model }: StepTypeDefinition,
  report: Report,
): void {
  if (model === undefined || given.has('llm')) return;
  report.error(at, `a step of \`type: ${name}\` requires \`llm\`, or \`llm\` of the DAG`);
}

/** Whether the `config` of a step has a value for the key. */
function isSet({ values: { config } }: StepDraft, key: string): boolean {
  const entries = config?.kind === 'map' ? config.entries : [];
  return entries.some((entry) => entry.key.text === key && !isNull(entry.value));
}

function checkNeeds(draft: StepDraft, type: StepTypeDefinition, report: Report): boolean {
  const missing = type.needs.find((keys) => !keys.some((key) => saysSomething(draft, key)));
  if (!missing) return true;
  const blank = missing.flatMap((key) => draft.given.get(key) ?? []).find(isText);
  if (blank) report.error(blank.value, `\`${blank.key.text}\` must not be empty`);
  else report.error(draft.at, needText(missing, type));
  return false;
}

function isText({ value }: { readonly value: SourceNode }): boolean {
  return value.kind === 'scalar';
}

function needText(keys: readonly WorkKey[], { name }: StepTypeDefinition): string {
  const [only, ...others] = keys;
  if (others.length === 0) return `a step of \`type: ${name}\` requires \`${only}\``;
  return `the step requires ${keys.map((key) => `a \`${key}\``).join(' or ')}`;
}

function saysSomething({ given }: StepDraft, key: WorkKey): boolean {
  const value = given.get(key)?.value;
  if (!value || isNull(value)) return false;
  if (value.kind === 'scalar') return value.text.trim() !== '';
  return value.kind === 'list' ? value.items.length > 0 : value.entries.length > 0;
}
