import type { Diagnostic, Validation } from '#contract/dag.ts';
import { debounced } from '../lib/debounce.ts';
import { formatError } from '../lib/format-error.ts';
import type { EngineConnection } from './engine-connection.ts';

/** What the engine says about the text in the editor. */
export interface TextCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** What could last be read of the draft, for the graph. */
  readonly preview: Validation['dag'];
  /** Whether the preview is that of an earlier draft, since nothing can be read of the one that was checked last. */
  readonly isPreviewOld: boolean;
  /** Why nothing is known of the draft as it is now; undefined once it was checked. */
  readonly unchecked: string | undefined;
}

export const noCheck = {
  diagnostics: [],
  preview: undefined,
  isPreviewOld: false,
  unchecked: undefined,
} as const;

interface CheckOptions {
  readonly engine: EngineConnection;
  readonly fileName: string;
  readonly draft: () => string;
  readonly set: (change: (before: TextCheck) => Partial<TextCheck>) => void;
}

const CHECK_AFTER_MS = 250;

/** Has the draft checked: one question at a time, of which the newest text is the last. */
export function textCheck({ engine, fileName, draft, set }: CheckOptions) {
  let underway: Promise<void> | undefined;
  /** How often it was asked for; the answer to an older question is not the last one. */
  let wanted = 0;

  const ask = async (): Promise<void> => {
    const spec = draft();
    try {
      const answer = await engine.call('dags.validate', { spec, name: fileName });
      // The text may have moved on: it is asked about next.
      if (draft() !== spec) return;
      set(({ preview, diagnostics }) => ({
        diagnostics: withKnown(diagnostics, answer.diagnostics),
        ...previewOf(answer, preview),
        unchecked: undefined,
      }));
    } catch (error) {
      set(() => ({ unchecked: formatError(error) }));
    }
  };
  const work = async (): Promise<void> => {
    for (let answered = 0; answered !== wanted;) {
      answered = wanted;
      await ask();
    }
    underway = undefined;
  };
  const check = (): Promise<void> => {
    wanted += 1;
    return (underway ??= work());
  };
  return { check, checkSoon: debounced(CHECK_AFTER_MS, () => void check()) };
}

/** The diagnostics with those that were known as the objects that they were, so that their rows stay as they are. */
function withKnown(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): readonly Diagnostic[] {
  const known = new Map(before.map((one) => [JSON.stringify(one), one]));
  return after.map((one) => known.get(JSON.stringify(one)) ?? one);
}

/** Steps that half a text hides are still there for whoever writes the other half. */
function previewOf(
  { valid, dag }: Validation,
  before: TextCheck['preview'],
): Pick<TextCheck, 'preview' | 'isPreviewOld'> {
  const isRead = valid || (dag?.steps ?? []).length > 0;
  if (isRead || before === undefined) return { preview: dag, isPreviewOld: false };
  return { preview: before, isPreviewOld: true };
}
