import './what-changes.css';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { DagChanges } from '#contract/dag-changes.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { changeGroups, type ChangeGroup, type ChangeLine } from './change-lines.ts';
import { createChangesStore } from './changes-store.ts';
import { texts } from './texts.ts';

interface WhatChangesProps {
  readonly fileName: string;
  readonly before: string;
  readonly after: string;
}

/** As long as somebody types, nobody reads. */
const ASK_AFTER_MS = 250;

/** What a text changes in the meaning of a DAG. */
export function WhatChanges({ fileName, before, after }: WhatChangesProps) {
  const engine = useEngine();
  const [store] = useState(() => createChangesStore(engine, fileName));
  const { changes, problem, show } = useStore(store);
  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void show(before, after), isFirst.current ? 0 : ASK_AFTER_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [show, before, after]);

  return (
    <section className="what-changes" aria-label={texts.title}>
      <h3 className="small strong">{texts.title}</h3>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className="what-changes-body small" tabIndex={0} role="group" aria-label={texts.title}>
        {problem !== undefined && <p className="tone-failed">{problem}</p>}
        {problem === undefined && changes !== undefined && <Summary changes={changes} />}
      </div>
    </section>
  );
}

function Summary({ changes }: { readonly changes: DagChanges }) {
  if (changes.change === 'none') return <p className="secondary">{texts.none}</p>;
  if (changes.change === 'unknown') return <Errors errors={changes.errors} />;
  return (
    <dl>
      {changeGroups(changes).map((group) => (
        <Group key={`${group.dag}/${group.title}`} group={group} />
      ))}
      {changes.calledBy.length > 0 && (
        <div>
          <dt>{texts.groups.calledBy}</dt>
          <dd>{changes.calledBy.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function Errors({ errors }: Pick<DagChanges, 'errors'>) {
  const lines = [
    ...errors.before.map((one) => texts.errorOnDisk(one.line, one.message)),
    ...errors.after.map((one) => texts.errorAt(one.line, one.message)),
  ];
  return (
    <>
      <p className="secondary">{texts.unknown}</p>
      <ul className="tone-failed">
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function Group({ group: { title, dag, lines } }: { readonly group: ChangeGroup }) {
  return (
    <div>
      <dt>
        {title}
        {dag !== '' && <span className="secondary"> {texts.inDag(dag)}</span>}
      </dt>
      <dd>
        <ul>
          {lines.map((line, index) => (
            // The same words may stand there twice, and nothing is kept for a line.
            <Line key={index} line={line} />
          ))}
        </ul>
      </dd>
    </div>
  );
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

function Line({ line: { mark, name, value, isPart } }: { readonly line: ChangeLine }) {
  return (
    <li className={isPart ? 'change-line is-part' : 'change-line'}>
      <span className={`change-mark change-${mark}`} role="img" aria-label={texts.marks[mark]}>
        {signs[mark]}
      </span>
      <span className="change-text mono">
        {name} {value !== '' && <span className="secondary">{value}</span>}
      </span>
    </li>
  );
}
