import { forThisTurn } from '../../lib/for-this-turn.ts';
import type { Dag, Step } from '../definition.ts';
import { findCommandWords } from '../shell-scan.ts';
import type { StepTypeDefinition, TextReader } from '../step-type.ts';

/** What a DAG wants of the machine and its surroundings, as far as its text tells. */
export interface Needs {
  readonly programs: readonly string[];
  readonly hosts: readonly string[];
  readonly calls: readonly string[];
}

export function needsOf(dag: Dag, types: readonly StepTypeDefinition[]): Needs {
  const steps = [...dag.steps, ...Object.values(dag.handlerOn)];
  return {
    programs: steps.flatMap((step) => programsOf(step, dag, types)),
    hosts: hostsIn(JSON.stringify([steps, dag.env, dag.params.map((one) => one.defaultValue)])),
    calls: steps.flatMap(({ call }) => call ?? []),
  };
}

function programsOf(step: Step, dag: Dag, types: readonly StepTypeDefinition[]): readonly string[] {
  const type = types.find(({ name }) => name === step.type);
  const texts = step.script === null ? step.commands : [step.script];
  const readers = type?.readers?.(step, dag) ?? [];
  return texts.flatMap((text, index) => programsIn(text, readers[index], type?.readsSystem));
}

/** A text without a shell names one program, if it is for the system at all. */
function programsIn(text: string, reader: TextReader | undefined, isForSystem = false): string[] {
  switch (reader?.kind) {
    case 'shell':
      return [...findCommandWords(text)].filter((word) => isProgram(word, text));
    case 'language':
      return [reader.program];
    case 'engine':
      return isForSystem ? (/^[\w./~-]+/.exec(text.trim()) ?? []).slice() : [];
    default:
      return [];
  }
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

const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@'"\\]*@)?(\[[\da-f:]+\]|[a-z0-9][a-z0-9.-]*)(:\d+)?/gi;

function hostsIn(text: string): readonly string[] {
  return [...text.matchAll(ADDRESS)].map(([, host = '', port = '']) => host.toLowerCase() + port);
}
