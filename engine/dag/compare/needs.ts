import { forThisTurn } from '../../lib/for-this-turn.ts';
import type { Condition, Dag, Step } from '../definition.ts';
import { findCommandWords } from '../shell-scan.ts';
import type { StepTypeDefinition, TextReader } from '../step-type.ts';
import { textParts } from '../text-parts.ts';
import { hostsIn, textsIn } from './hosts.ts';

/** What a DAG wants of the machine and its surroundings, as far as its text tells. */
export interface Needs {
  readonly programs: readonly string[];
  readonly hosts: readonly string[];
  readonly calls: readonly string[];
}

/** Programs, hosts and DAGs that a definition names, in steps, handlers and conditions, and in texts between backticks. */
export function needsOf(dag: Dag, types: readonly StepTypeDefinition[]): Needs {
  const steps = [...dag.steps, ...Object.values(dag.handlerOn)];
  const conditions = [dag, ...steps].flatMap(conditionsOf);
  // What a step does has readers of its own; the rest is text in which commands may stand between backticks.
  const rest = steps.map((step) => ({ ...step, commands: [], script: null, preconditions: [] }));
  const { env, params, preconditions, workingDir, dotenv, logDir } = dag;
  const values = [env, params, workingDir, dotenv, logDir];
  return {
    programs: [
      ...steps.flatMap((step) => programsOf(step, dag, types)),
      ...[dag, ...steps].flatMap(({ shell }) => shellProgram(shell)),
      ...conditions.flatMap(({ condition, expected }) =>
        expected === null ? commandsIn(condition) : commandsBetween(condition),
      ),
      ...textsIn([values, rest]).flatMap(commandsBetween),
    ],
    hosts: textsIn([values, preconditions, steps.map(withoutWords)]).flatMap(hostsIn),
    calls: steps.flatMap((step) => typeOf(step, types)?.calls?.(step, dag) ?? []),
  };
}

function conditionsOf(part: Dag | Step): readonly Condition[] {
  const { preconditions } = part;
  const repeat = 'repeatPolicy' in part ? part.repeatPolicy?.condition : null;
  return repeat ? [...preconditions, repeat] : preconditions;
}

/** What says what a step is for reaches nobody. */
function withoutWords({ description: _words, ...step }: Step): Partial<Step> {
  return step;
}

/** `direct` and `none` are no programs: there is no shell. */
function shellProgram(shell: Dag['shell']): readonly string[] {
  const [program] = shell ?? [];
  return program === undefined || NO_SHELL.has(program) ? [] : [program];
}

const NO_SHELL: ReadonlySet<string> = new Set(['direct', 'none']);

const typeOf = (step: Step, types: readonly StepTypeDefinition[]): StepTypeDefinition | undefined =>
  types.find(({ name }) => name === step.type);

function programsOf(step: Step, dag: Dag, types: readonly StepTypeDefinition[]): readonly string[] {
  const type = typeOf(step, types);
  const texts = step.script === null ? step.commands : [step.script];
  const readers = type?.readers?.(step, dag) ?? [];
  return texts.flatMap((text, index) => programsIn(text, readers[index], type?.readsSystem));
}

/** A text without a shell names one program, if it is for the system at all. */
function programsIn(
  text: string,
  reader: TextReader | undefined,
  isForSystem = false,
): readonly string[] {
  switch (reader?.kind) {
    case 'shell':
      return commandsIn(text);
    case 'language':
      return [reader.program];
    case 'engine':
      return [
        ...(isForSystem ? (/^[\w./~-]+/.exec(text.trim()) ?? []) : []),
        ...commandsBetween(text),
      ];
    default:
      return [];
  }
}

/** The programs of a text for a shell. */
function commandsIn(text: string): readonly string[] {
  return [...findCommandWords(text)].filter((word) => isProgram(word, text));
}

/** The same of what stands between the backticks of a text for the engine. */
function commandsBetween(text: string): readonly string[] {
  const parts = text.includes('`') ? textParts(text) : [];
  return parts.flatMap((part) => (part.kind === 'command' ? commandsIn(part.command) : []));
}

/** What a shell does itself. */
const OF_SHELL: ReadonlySet<string> = new Set(
  `. : alias bg break builtin case cd command continue declare do done echo elif else esac eval exec exit export false
  fc fg fi for function getopts hash if in jobs kill let local mapfile popd printf pushd pwd read readarray readonly return
  select set shift shopt source test then time times trap true type typeset ulimit umask unalias unset until wait while`.split(
    /\s+/,
  ),
);

function isProgram(word: string, text: string): boolean {
  return (
    !OF_SHELL.has(word) && /^[A-Za-z_./~][\w./+~@-]*$/.test(word) && !functionsOf(text).has(word)
  );
}

const functionsOf = forThisTurn((text): ReadonlySet<string> => {
  return new Set([...text.matchAll(/([\w-]+)[ \t]*\([ \t]*\)/g)].flatMap(([, name]) => name ?? []));
});
