import type { Step } from '../definition.ts';
import { handlerNames } from '../definition.ts';
import type { StepDraft } from '../fields/steps-field.ts';
import { manualStepFields, manualConfigFields, type ManualField } from '../manual/manual-fields.ts';
import { workKeys, type StepTypeDefinition } from '../step-type.ts';
import type { Explained } from './explain-root.ts';
import { explainRoot, fileSource } from './explain-root.ts';
import type { Explanation, ExplainedSource } from './explanation.ts';
import { loadedValue, writtenValue } from './plain-value.ts';

/** A step or a handler with its place in the file; one of base.yaml has no draft. */
export interface NamedStep {
  readonly step: Step;
  readonly draft: StepDraft | null;
  /** The words by which people ask for it. */
  readonly words: readonly string[];
}

/** All steps and handlers of a DAG, as people ask for them. */
export function namedSteps({ read: { dag, drafts } }: Explained): readonly NamedStep[] {
  const all = drafts.steps.flat();
  const steps = dag.steps.map((step, index): NamedStep => {
    const words = [step.name, ...(step.id === null ? [] : [step.id])];
    return {
      step,
      draft: all[index] ?? null,
      words: [...words, ...words.map((word) => `steps.${word}`)],
    };
  });
  const handlers = handlerNames.flatMap((name): NamedStep[] => {
    const step = dag.handlerOn[name];
    if (!step) return [];
    return [
      { step, draft: drafts.handlerOn[name] ?? null, words: [`handler_on.${name}`, step.name] },
    ];
  });
  return [...steps, ...handlers];
}

/** Every key of a step with the value that holds. */
export function explainStep(
  one: NamedStep,
  explained: Explained,
  types: readonly StepTypeDefinition[],
): readonly Explanation[] {
  const type = types.find(({ name }) => name === one.step.type);
  const foreign: readonly string[] = [
    ...workKeys.filter((key) => type?.takes.includes(key) === false),
    ...Object.keys(type?.refuses ?? {}),
  ];
  return manualStepFields(types)
    .filter(({ key }) => !foreign.includes(key))
    .map((field) => ({
      field: type && field.key === 'config' ? configField(field, type) : field,
      path: `${one.words[0] ?? ''}.${field.key}`,
      ...effective(field, one, explained),
      node: one.draft?.given.get(field.key)?.value ?? null,
    }));
}

function configField(field: ManualField, type: StepTypeDefinition): ManualField {
  return { ...field, fields: manualConfigFields(type), examples: [{ spec: type.example }] };
}

type Effective = Pick<Explanation, 'value' | 'source'>;

function effective(
  field: ManualField,
  { step, draft }: NamedStep,
  explained: Explained,
): Effective {
  const entry = draft?.given.get(field.key);
  if (entry)
    return {
      value: writtenValue(entry.value),
      source: fileSource(entry.value, explained.positionOf),
    };
  if (draft?.nameAt && field.key === 'name') {
    return {
      value: step.name,
      source: { kind: 'file', ...explained.positionOf(draft.nameAt.start) },
    };
  }
  if (draft === null)
    return { value: loadedValue(loadedProperty(field.key, step)), source: { kind: 'base' } };
  return (
    implied(field.key, step, explained) ?? { value: fallbackOf(field), source: { kind: 'default' } }
  );
}

function fallbackOf({ fallback }: ManualField): unknown {
  return fallback === null ? null : (JSON.parse(fallback) as unknown);
}

function loadedProperty(key: string, step: Step): unknown {
  if (key === 'command') return step.commands;
  const property = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return step[property as keyof Step] ?? null;
}

/** What other keys decide where the step does not say it. */
function implied(key: string, step: Step, explained: Explained): Effective | null {
  const by = (value: unknown, words: string): Effective => ({
    value,
    source: { kind: 'implied', by: words },
  });
  switch (key) {
    case 'name':
      return by(step.name, 'its place among the steps');
    case 'type':
      return by(step.type, step.call === null ? 'its other keys' : 'its `call`');
    case 'depends':
      return step.depends.length === 0
        ? null
        : by(step.depends, 'the order of the steps, or a router');
    case 'signal_on_stop':
      return { value: 'SIGTERM', source: { kind: 'default' } };
    case 'shell':
    case 'log_output':
    case 'log_output_encoding':
    case 'working_dir':
      return ofDag(key, explained);
    default:
      return null;
  }
}

function ofDag(key: string, explained: Explained): Effective | null {
  const root = explainRoot(explained).find(({ field }) => field.key === key);
  if (!root || root.source.kind === 'default')
    return root?.value == null ? null : { value: root.value, source: { kind: 'default' } };
  return {
    value: root.value,
    source: { kind: 'implied', by: `\`${key}\` of the DAG${placeOf(root.source)}` },
  };
}

function placeOf(source: ExplainedSource): string {
  if (source.kind === 'base') return ', in base.yaml';
  return 'line' in source ? `, line ${source.line}` : '';
}
