import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PlannedImport } from '#contract/imports.ts';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { Coded } from '../../../components/Coded.tsx';
import { DiffView } from '../../../components/editor/DiffView.tsx';
import { YamlEditor } from '../../../components/editor/YamlEditor.tsx';
import { useTableKeys } from '../../../components/use-table-keys.ts';
import { isTakeable, type ImportStore } from './import-store.ts';
import { texts } from './texts.ts';

/** What would be made of each text: to look at, and to choose. */
export function ImportPlan({ store }: { readonly store: ImportStore }) {
  const { plan = [], chosen, shown } = useStore(store);
  const current = plan.find(({ source }) => source === shown);
  return (
    <div className="import-plan">
      <PlanList store={store} />
      {current && <PlannedDag key={current.source} dag={current} isReplaced={chosen.has(shown)} />}
    </div>
  );
}

/** What would be made, one row each: `x` takes it or leaves it, Enter shows it. */
function PlanList({ store }: { readonly store: ImportStore }) {
  const { plan = [], chosen, shown, look, choose } = useStore(store);
  const { bodyRef, bodyProps, rowProps } = useTableKeys<HTMLDivElement>({
    count: plan.length,
    onOpen: (index) => look(plan[index]?.source ?? shown),
    onTick: (index) => {
      const dag = plan[index];
      if (dag && isTakeable(dag)) choose(dag.source, !chosen.has(dag.source));
    },
  });
  // The button that led here is gone.
  useEffect(() => bodyRef.current?.focus(), [bodyRef]);
  return (
    <div
      ref={bodyRef}
      role="grid"
      aria-label={texts.list}
      aria-multiselectable
      {...bodyProps}
      className={`import-list ${bodyProps.className}`}
    >
      {plan.map((dag, index) => {
        const { id, className } = rowProps(index);
        const name = dag.fileName || dag.source;
        const isChosen = chosen.has(dag.source);
        return (
          <div
            key={dag.source}
            id={id}
            className={`row ${className}`}
            role="row"
            aria-selected={isChosen}
          >
            <span role="gridcell" className="import-gap">
              {isTakeable(dag) && (
                <Checkbox
                  label={texts.take(name)}
                  isSelected={isChosen}
                  isInRow
                  onChange={(next) => choose(dag.source, next)}
                />
              )}
            </span>
            <span role="gridcell" className="grow">
              <button
                type="button"
                className="import-entry"
                tabIndex={-1}
                aria-current={dag.source === shown}
                onClick={() => look(dag.source)}
              >
                <span className="strong">{name}</span>
                <span className="secondary small">{stateOf(dag, isChosen)}</span>
              </button>
            </span>
          </div>
        );
      })}
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
