import { useState } from 'react';
import { DiffView } from '../../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../../components/editor/YamlEditor.tsx';
import { Segments } from '../../../components/Segments.tsx';
import type { Difference } from './history-store.ts';
import { texts } from './texts.ts';

/** What differs between the texts of two commits. */
export function CommitDifference({ difference }: { readonly difference: Difference }) {
  const [look, setLook] = useState<'unified' | 'sides'>('unified');
  const { before, after } = difference;
  const [from, to] = [difference.from.slice(0, 8), difference.to.slice(0, 8)];
  const isSame = before === after;
  return (
    <>
      <div className="bar bar-wraps">
        <span className="grow" role="status">
          {from === '' ? texts.first(to) : texts.compared(from, to)}
        </span>
        {!isSame && (
          <Segments
            label={texts.look}
            look="boxes"
            value={look}
            options={[
              { value: 'unified', label: texts.unified },
              { value: 'sides', label: texts.sides },
            ]}
            onChange={setLook}
          />
        )}
      </div>
      {isSame ? (
        <>
          <p className="secondary pane-note">{texts.same}</p>
          <YamlEditor text={after} isReadOnly />
        </>
      ) : (
        <DiffView
          before={before}
          after={after}
          labels={{ before: from === '' ? texts.nothing : from, after: to }}
          isUnified={look === 'unified'}
        />
      )}
    </>
  );
}
