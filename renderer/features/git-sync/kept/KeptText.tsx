import type { OperationOutput } from '#contract/operations.ts';
import { DiffView } from '../../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../../components/editor/YamlEditor.tsx';
import { exactTime } from '../../../lib/format-time.ts';
import { texts } from './texts.ts';

type CopyText = OperationOutput<'sync.keptCopy'>;

/** The text of a copy, and what differs from today's. */
export function KeptText({ copy }: { readonly copy: CopyText }) {
  const { content, localContent, keptAt } = copy;
  if (localContent === undefined || localContent === content) {
    return (
      <div className="kept-text">
        <p className="secondary small">{localContent === undefined ? texts.gone : texts.same}</p>
        <YamlEditor text={content} label={texts.kept} isReadOnly />
      </div>
    );
  }
  return (
    <div className="kept-text">
      <p className="secondary small">{texts.difference(exactTime(keptAt))}</p>
      <DiffView
        before={localContent}
        after={content}
        labels={{ before: texts.today, after: texts.kept }}
        isUnified
      />
    </div>
  );
}
