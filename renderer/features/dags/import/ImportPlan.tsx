import { useStore } from 'zustand';
import type { PlannedImport } from '#contract/imports.ts';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { Coded } from '../../../components/Coded.tsx';
import { DiffView } from '../../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../../components/editor/YamlEditor.tsx';
import { isTakeable, type ImportStore } from './import-store.ts';
import { texts } from './texts.ts';

/** What would be made of each text: to look at, and to choose. */
export function ImportPlan({ store }: { readonly store: ImportStore }) {
  const { plan = [], chosen, shown, look, choose } = useStore(store);
  const current = plan.find(({ source }) => source === shown);
  return (
    <div className="import-plan">
      <ul className="import-list" aria-label={texts.list}>
        {plan.map((dag) => {
          const name = dag.fileName || dag.source;
          const isChosen = chosen.has(dag.source);
          return (
            <li key={dag.source} className="row">
              {isTakeable(dag) ? (
                <Checkbox
                  label={texts.take(name)}
                  isSelected={isChosen}
                  onChange={(next) => choose(dag.source, next)}
                />
              ) : (
                <span className="import-gap" />
              )}
              <button
                type="button"
                className="import-entry"
                aria-current={dag.source === shown}
                onClick={() => look(dag.source)}
              >
                <span className="strong">{name}</span>
                <span className="secondary small">{stateOf(dag, isChosen)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {current && <PlannedDag key={current.source} dag={current} isReplaced={chosen.has(shown)} />}
    </div>
  );
}

function stateOf({ source, problems, existing }: PlannedImport, isChosen: boolean): string {
  const { states } = texts;
  if (problems.length > 0) return states.problem(source);
  if (existing === null) return states.new(source);
  if (existing.same) return states.same(source);
  return isChosen ? states.replaces(source) : states.exists(source);
}

interface PlannedDagProps {
  readonly dag: PlannedImport;
  readonly isReplaced: boolean;
}

function PlannedDag({ dag, isReplaced }: PlannedDagProps) {
  const { spec, remarks, problems, schedules, existing } = dag;
  // What would be lost is what there is to look at.
  const replaced = existing !== null && isReplaced ? existing.spec : undefined;
  const before = replaced ?? dag.before;
  return (
    <div className="import-dag">
      {problems.map(({ line, message }) => (
        <p key={`${line} ${message}`} className="import-problem">
          <Coded text={texts.at(line, message)} />
        </p>
      ))}
      {remarks.map(({ line, message }) => (
        <p key={`${line} ${message}`}>
          <Coded text={texts.at(line, message)} />
        </p>
      ))}
      {schedules.length > 0 && existing === null && (
        <p className="secondary small">{texts.schedule(schedules)}</p>
      )}
      {replaced !== undefined && <p className="secondary small">{texts.replaced}</p>}
      {spec === '' || before === spec ? (
        <>
          {spec !== '' && <p className="secondary small">{texts.unchanged}</p>}
          <YamlEditor text={before} label={texts.before} isReadOnly />
        </>
      ) : (
        <DiffView
          before={before}
          after={spec}
          labels={{ before: texts.before, after: texts.after }}
          isUnified
        />
      )}
    </div>
  );
}
