import type { Step } from '../dag/definition.ts';
import type { StepDraft } from '../dag/fields/steps-field.ts';
import type { Report } from '../dag/source/report.ts';
import type { StepTypeDefinition } from '../dag/step-type.ts';
import type { Settings } from './settings.ts';
import type { Work, WorkContext, WorkKind, WorkOf } from './work.ts';

/** One type of step: how it is written, and what a step of it amounts to. A folder of `engine/steps` for each. */
export type StepType =
  { readonly [K in Exclude<WorkKind, 'gate'>]: Working<K> }[Exclude<WorkKind, 'gate'>] | GateType;

interface Working<K extends WorkKind> extends StepTypeDefinition {
  /** What its work always is, so that another engine can go on with it. */
  readonly kind: K;
  /** @throws Error in words for a person: the step fails with them. */
  readonly work: (context: WorkContext) => Promise<WorkOf<K>> | WorkOf<K>;
}

interface GateType extends Working<'gate'> {
  /** Null where the settings of the step could not be read. */
  readonly gate: (step: Step) => Gate | null;
}

/** What a person is asked, and what an answer may and must bring. */
export interface Gate {
  /** Unexpanded. */
  readonly prompt: string;
  /** Variables that an approval may set. */
  readonly input: readonly string[];
  /** Those of `input` without which there is no approval. */
  readonly required: readonly string[];
}

/** How a type is written, in the terms of its own settings. */
export interface TypedDefinition<C> extends Omit<StepTypeDefinition, 'config' | 'check'> {
  readonly settings: Settings<C>;
  /** Reports what does not go together. `config` is null where it could not be read. */
  readonly check: (step: StepDraft, config: C | null, report: Report) => void;
}

/** What a type of step is given to turn a step into work. */
export type TypedContext<C> = WorkContext & { readonly config: C };

type TypedWork<C, W extends Work> = (context: TypedContext<C>) => Promise<W> | W;

/** Joins the parts of a type: its settings, its work and the kind of that fit each other, or this does not compile. */
export function stepType<C, const K extends Exclude<WorkKind, 'gate'>>(
  definition: TypedDefinition<C>,
  kind: K,
  work: TypedWork<C, WorkOf<K>>,
): Working<K> {
  return working(definition, kind, work);
}

/** The same for a type that waits for a person. */
export function gateType<C>(
  definition: TypedDefinition<C>,
  work: TypedWork<C, WorkOf<'gate'>>,
  gate: (config: C) => Gate,
): GateType {
  const { fits } = definition.settings;
  return {
    ...working(definition, 'gate', work),
    gate: ({ config }) => (fits(config) ? gate(config) : null),
  };
}

function working<C, K extends WorkKind>(
  { settings, check, ...definition }: TypedDefinition<C>,
  kind: K,
  work: TypedWork<C, WorkOf<K>>,
): Working<K> {
  const { fits, table } = settings;
  return {
    ...definition,
    config: table,
    check: (step, config, report) => check(step, fits(config) ? config : null, report),
    kind,
    work: (context) => {
      const { config, type } = context.step;
      if (!fits(config))
        throw new TypeError(`these are no settings of a step of \`type: ${type}\``);
      return work({ ...context, config });
    },
  };
}
