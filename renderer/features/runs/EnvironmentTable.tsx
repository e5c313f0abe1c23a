import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StepVariable } from '#contract/run.ts';
import { CopyText } from '../../components/CopyText.tsx';
import type { RunNode } from './run-nodes.ts';
import type { StepStore } from './step-store.ts';
import { texts } from './texts.ts';

interface EnvironmentTableProps {
  readonly entry: RunNode;
  readonly steps: StepStore;
}

const sources: Readonly<Record<StepVariable['source'], string>> = texts.environment.sources;

/** The variables of a step, and where each comes from. */
export function EnvironmentTable({ entry, steps }: EnvironmentTableProps) {
  const { key, node } = entry;
  const [filter, setFilter] = useState('');
  useEffect(
    () => void steps.getState().loadEnvironment(key),
    [steps, key, node.statusLabel, node.attempts],
  );
  const loaded = useStore(steps, (state) => state.environments.get(key));
  const all = loaded?.phase === 'ready' ? loaded.value : [];
  const shown = all.filter((one) => fits(one, filter));
  return (
    <section aria-label={texts.environment.title}>
      <div className="row">
        <h3 className="details-heading">{texts.environment.title}</h3>
        <span className="secondary small">
          {loaded?.phase === 'ready' &&
            (filter ? texts.environment.count(shown.length, all.length) : all.length)}
        </span>
        <span className="grow" />
        <input
          className="input environment-filter"
          aria-label={texts.environment.filter}
          placeholder={texts.environment.placeholder}
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {loaded?.phase === 'failed' && <p className="tone-failed">{loaded.message}</p>}
      {loaded?.phase === 'ready' && shown.length === 0 && (
        <p className="secondary">
          {all.length === 0 ? texts.environment.none : texts.environment.noMatch}
        </p>
      )}
      {shown.length > 0 && (
        <table className="table environment">
          <thead>
            <tr>
              <th scope="col">{texts.environment.name}</th>
              <th scope="col">{texts.environment.value}</th>
              <th scope="col">{texts.environment.source}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.name}>
                <th scope="row" className="mono">
                  {one.name}
                </th>
                <td>
                  {one.withheld ? (
                    <span className="secondary">{texts.environment.withheld}</span>
                  ) : (
                    <CopyText text={one.value} what={texts.environment.valueOf(one.name)} />
                  )}
                </td>
                <td className="secondary">{sourceWords(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function sourceWords({ source, from }: StepVariable): string {
  return from === '' ? sources[source] : `${sources[source]} ${from}`;
}

function fits(one: StepVariable, filter: string): boolean {
  const text = `${one.name}\n${one.value}\n${sourceWords(one)}`.toLowerCase();
  return text.includes(filter.trim().toLowerCase());
}
