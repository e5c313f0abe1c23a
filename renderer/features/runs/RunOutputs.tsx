import { useEffect } from 'react';
import { useStore } from 'zustand';
import { outputKey } from '#contract/output-key.ts';
import { CopyText } from '../../components/CopyText.tsx';
import type { RunStore } from './run-store.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

interface RunOutputsProps {
  readonly store: RunStore;
}

/** What the steps handed on. */
export function RunOutputs({ store }: RunOutputsProps) {
  const outputs = useStore(store, (state) => state.outputs);
  const status = useStore(store, (state) => state.run?.statusLabel);
  useEffect(() => void store.getState().loadOutputs(), [store, status]);
  const nodes = useStore(store, (state) => state.run?.nodes);
  // The interface names them in camel case; people know them by the names that they gave.
  const names = new Map(nodes?.map(({ step }) => [outputKey(step.output), step.output]));
  const entries = Object.entries(outputs?.outputs ?? {}).map(
    ([key, value]) => [names.get(key) ?? key, value] as const,
  );
  if (outputs !== undefined && entries.length === 0) {
    return (
      <p className="pane-note secondary">
        <Sentence text={texts.views.noOutputs} parts={{ line: <code>output: NAME</code> }} />
      </p>
    );
  }
  return (
    <div className="outputs" tabIndex={0} role="region" aria-label={texts.views.outputs}>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>
              <CopyText text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
