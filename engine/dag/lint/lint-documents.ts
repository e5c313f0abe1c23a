import type { BaseDag } from '../base.ts';
import { handlerNames, type Step } from '../definition.ts';
import type { StepDraft } from '../fields/steps-field.ts';
import { planOf } from '../plan.ts';
import type { ReadDag } from '../read-dag.ts';
import type { Report } from '../source/report.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { StepTypeDefinition, TextReader } from '../step-type.ts';
import type { StepTypes } from '../type-steps.ts';
import type { KeptText, LintDocument, LintFile, LintStep, LintText } from './lint-document.ts';
import { lintRules } from './lint-rules.ts';
import { wordsOf } from './words.ts';

export interface LintOptions {
  /** Names of the DAGs that a step could call; null: they are not known, and so no call is called wrong. */
  readonly storedDags: ReadonlySet<string> | null;
}

interface LintInput {
  readonly text: string;
  readonly documents: readonly Document[];
  readonly base: BaseDag | null;
  readonly types: StepTypes;
  readonly report: Report;
}

type Document = ReadDag & { readonly root: SourceNode };

/** Reports what the rules find in a file without errors. */
export function lintDocuments(input: LintInput, options: LintOptions): void {
  const { text, documents, report } = input;
  const file: LintFile = {
    text,
    words: wordsOf(text),
    dags: documents.map(({ dag }) => dag),
    storedDags: options.storedDags,
  };
  documents.forEach((read, index) => {
    const document = lintDocument(input, { read, index }, file);
    for (const { code, find } of lintRules) {
      for (const { range, ...finding } of find(document)) report.warn(range, { code, ...finding });
    }
  });
}

function textsOf(step: Step, draft: StepDraft, readers: readonly TextReader[]): LintText[] {
  const script = draft.given.get('script')?.value;
  const isScript = step.script !== null && script !== undefined;
  const texts = isScript ? [{ ...script, text: step.script }] : draft.values.commands;
  const key = isScript ? 'script' : 'command';
  return readers.flatMap((reader, index): LintText[] => {
    const at = texts[index];
    return at ? [{ key, reader, text: at.text, start: at.start, end: at.end }] : [];
  });
}

interface Typed {
  readonly texts: readonly LintText[];
  readonly type: StepTypeDefinition | undefined;
}

function keptTexts({ given, values }: StepDraft, { texts, type }: Typed): KeptText[] {
  const ofReaders = texts.filter(
    ({ reader }) => reader.kind === 'engine' && reader.keepsUnknown === true,
  );
  const settings = values.config?.kind === 'map' ? values.config.entries : [];
  const besides = (type?.keepsUnknownIn ?? []).flatMap((key): KeptText[] => {
    const nodes = [
      { key: 'config', node: settings.find((entry) => entry.key.text === key)?.value },
      { key, node: ofReaders.some((own) => own.key === key) ? undefined : given.get(key)?.value },
    ];
    return nodes.flatMap(({ node, ...at }) =>
      node?.kind === 'scalar' ? [{ ...at, text: node.text, start: node.start, end: node.end }] : [],
    );
  });
  return [...ofReaders, ...besides];
}

function lintDocument(
  { text, documents, base, types }: LintInput,
  { read, index }: { readonly read: Document; readonly index: number },
  file: LintFile,
): LintDocument {
  const { dag, given, drafts } = read;
  const lintStep = (step: Step | undefined, draft: StepDraft | undefined): LintStep[] => {
    if (!step || !draft) return [];
    const type = types.byWord.get(step.type);
    const texts = textsOf(step, draft, type?.readers?.(step, dag) ?? []);
    return [{ step, draft, texts, kept: keptTexts(draft, { texts, type }) }];
  };
  // A comment above the first key belongs to the document that follows it.
  const start = documents[index - 1]?.root.end ?? 0;
  const end = documents[index + 1]?.root.start ?? text.length;
  const inherited = base === null ? '' : JSON.stringify(base.values);
  return {
    dag,
    plan: planOf(dag.steps),
    given,
    steps: drafts.steps.flat().flatMap((draft, at) => lintStep(dag.steps[at], draft)),
    handlers: handlerNames.flatMap((name) => lintStep(dag.handlerOn[name], drafts.handlerOn[name])),
    words: wordsOf(text.slice(start, end), inherited),
    file,
  };
}
