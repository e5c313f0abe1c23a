import type { Dag, Step } from './definition.ts';
import type { FieldSet } from './fields/field.ts';
import type { StepDraft } from './fields/steps-field.ts';
import type { Report } from './source/report.ts';

/** Keys of a step that only some types take. The others belong to every step. */
export const workKeys = [
  'command',
  'script',
  'shell',
  'config',
  'call',
  'params',
  'parallel',
  'value',
  'routes',
  'container',
  'llm',
  'messages',
] as const;
export type WorkKey = (typeof workKeys)[number];

/** Keys that one type alone takes, so that nobody has to name it. */
export const impliedBy = ['call', 'container'] as const satisfies readonly WorkKey[];

/** Who reads a text of a step. */
export type TextReader =
  | { readonly kind: 'shell' }
  /** The engine takes it apart and expands its references; `keepsUnknown`: those to names that something declares. */
  | { readonly kind: 'engine'; readonly keepsUnknown?: true }
  /** A program of which nothing is known. */
  | { readonly kind: 'other' }
  | LanguageReader;

/** A program with a language of its own, in which `${NAME}` is none of the engine's. */
export interface LanguageReader {
  readonly kind: 'language';
  /** As the step names it. */
  readonly program: string;
  /** How the language reads a variable of its environment. */
  readonly read: (name: string) => string;
  /** What its command line must be so that it takes the text; null: it does; empty: it takes files alone. */
  readonly fix: readonly string[] | null;
}

/** What the loader, the schema and the manual must know of a type of step. */
export interface StepTypeDefinition {
  readonly name: string;
  /** Other words for it in `type`. */
  readonly aliases: readonly string[];
  /** What it does, in one sentence. */
  readonly about: string;
  /** Keys that it takes; every other work key is an error on such a step. */
  readonly takes: readonly WorkKey[];
  /** Keys of every step that would do nothing on one of this type, and why. Left out: none. */
  readonly refuses?: Readonly<Record<string, string>>;
  /** Of each group it needs one key. */
  readonly needs: readonly (readonly WorkKey[])[];
  /** Whether a handler may be of it. */
  readonly handles: boolean;
  /** The table of its `config`; null: it has none. */
  readonly config: FieldSet<object> | null;
  /** Reports what does not go together. `config` is null where it could not be read. */
  readonly check: (step: StepDraft, config: object | null, report: Report) => void;
  /** Who reads each text of a step: its script, or else its commands; left out: it has none. */
  readonly readers?: (step: Step, dag: Dag) => readonly TextReader[];
  /**
   * Keys of `config`, and `command` where it stands beside a script, whose texts are a language of their own: references to
   * names that nothing declares stay in them. Left out: none besides those of `readers`.
   */
  readonly keepsUnknownIn?: readonly string[];
  /**
   * It goes to the host of `config`, or to that of `ssh` of the DAG. `usual`: so do steps without a type, where the DAG
   * names a host. Left out: it goes to none.
   */
  readonly host?: 'needed' | 'usual';
  /** It works in the bucket of `config`, or in that of `s3` of the DAG. Left out: in none. */
  readonly bucket?: 'needed';
  /** DAGs that a step of it may run, as they are written. Left out: none. */
  readonly calls?: (step: Step, dag: Pick<Dag, 'llm'>) => readonly string[];
  /** It asks the model of its `llm`, or of that of the DAG. Left out: it asks none. */
  readonly model?: 'needed';
  /** It runs in `container` of the DAG where it names none itself, and so do steps without a type. */
  readonly usesContainer?: true;
  /** Word of automatic names: `cmd` of `cmd_1`. */
  readonly autoName: string;
  /** Whether its references read variables of the system that nothing imports. */
  readonly readsSystem: boolean;
  /** A whole definition that shows it, for the manual; a test runs it. */
  readonly example: string;
}

/** Where steps run that name no type, as the DAG says; null: here. */
export type Place = 'container' | 'host' | null;

/** The type of steps that name none, where the DAG names a place for them. */
export function usualAt(
  place: Place,
  types: readonly StepTypeDefinition[],
): StepTypeDefinition | undefined {
  if (place === null) return undefined;
  return types.find((type) => (place === 'host' ? type.host === 'usual' : type.usesContainer));
}
