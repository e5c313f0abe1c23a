import './dag-page.css';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useEngine } from '../../client/engine-context.ts';
import { useDrafts } from '../../client/use-drafts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import type { EditorHandle } from '../../components/editor/YamlEditor.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Link } from '../../components/Link.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { useListedKeys } from '../../components/use-shortcuts.ts';
import { useToasts } from '../../components/toast-context.ts';
import { paths } from '../../lib/paths.ts';
import { isCommandKey, formatShortcut } from '../../lib/shortcut.ts';
import { createDagStore, type DagStore } from './dag-store.ts';
import { isDirty } from './dag-text.ts';
import { DagDefinition } from './DagDefinition.tsx';
import { DagHeader } from './DagHeader.tsx';
import { DagHistory, type DrawRuns } from './DagHistory.tsx';
import { DagSchedule } from './DagSchedule.tsx';
import { GitNote } from './GitNote.tsx';
import { LeaveDialog, useLeaveGuard } from './LeaveDialog.tsx';
import { TextBand } from './TextBand.tsx';
import { texts } from './texts.ts';

interface DagPageProps {
  readonly fileName: string;
  readonly tab: 'definition' | 'runs' | 'schedule';
  readonly drawRuns: DrawRuns;
}

/** One DAG: its definition, and what came of it. */
export function DagPage({ fileName, tab, drawRuns }: DagPageProps) {
  const engine = useEngine();
  const toasts = useToasts();
  const drafts = useDrafts();
  const [store] = useState(() => createDagStore(engine, fileName, { toasts, drafts }));
  useEffect(() => store.getState().start(), [store]);
  const { missing, problem, refused, detail, dismiss, refresh } = useStore(
    store,
    useShallow((state) => ({
      missing: state.missing,
      problem: state.problem,
      refused: state.refused,
      detail: state.detail,
      dismiss: state.dismiss,
      refresh: state.refresh,
    })),
  );
  const editor = useRef<EditorHandle>(null);
  const leaving = useLeaveGuard(store, fileName);

  if (detail === undefined) {
    return missing === undefined ? null : (
      <>
        <ErrorNote message={missing} onRetry={() => void refresh()} />
        <p className="pane-note">
          <GitNote fileName={fileName} />
        </p>
      </>
    );
  }
  return (
    <>
      <DagHeader store={store} detail={detail} fileName={fileName} />
      <nav className="bar dag-tabs" aria-label={texts.tabs.label}>
        <Link href={paths.dag(fileName)} aria-current={tab === 'definition' ? 'page' : undefined}>
          {texts.tabs.definition}
        </Link>
        <Link href={paths.dagRuns(fileName)} aria-current={tab === 'runs' ? 'page' : undefined}>
          {texts.tabs.runs}
        </Link>
        <Link
          href={paths.dagSchedule(fileName)}
          aria-current={tab === 'schedule' ? 'page' : undefined}
        >
          {texts.tabs.schedule}
        </Link>
        <span className="grow" />
        <GitNote fileName={fileName} />
        {tab === 'definition' && <SaveBar store={store} />}
      </nav>
      {missing && <ErrorNote message={missing} onRetry={() => void refresh()} />}
      {refused && <ErrorNote message={refused} />}
      {problem && <ErrorNote message={problem} onDismiss={dismiss} />}
      <TextBand store={store} fileName={fileName} editor={editor} />
      {tab === 'definition' && <DagDefinition store={store} fileName={fileName} editor={editor} />}
      {tab === 'runs' && (
        <DagHistory fileName={fileName} dagName={detail.dag.name} drawRuns={drawRuns} />
      )}
      {tab === 'schedule' && <DagSchedule store={store} detail={detail} fileName={fileName} />}
      {leaving && <LeaveDialog fileName={fileName} answer={leaving} />}
    </>
  );
}

function SaveBar({ store }: { readonly store: DagStore }) {
  const isSaving = useStore(store, (state) => state.isSaving);
  const filePath = useStore(store, ({ detail }) => detail?.filePath);
  const dirty = useStore(store, isDirty);
  const navigation = useNavigation();
  const refusal = useRefusal()('dags.updateSpec');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isCommandKey(event) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void store.getState().save();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [store, navigation]);
  useListedKeys({ [formatShortcut('S')]: { label: texts.save.save } });
  const name = filePath?.split(/[\\/]/).at(-1) ?? '';
  return (
    <div className="row small">
      <span className="secondary wide-only" title={filePath}>
        {name}
        {dirty && texts.save.edited}
      </span>
      <Button
        size="small"
        look="quiet"
        isDisabled={!dirty}
        onPress={() => void store.getState().revert()}
      >
        {texts.save.revert}
      </Button>
      <span title={refusal}>
        <Button
          size="small"
          isDisabled={!dirty || isSaving || refusal !== undefined}
          onPress={() => void store.getState().save()}
        >
          {isSaving ? texts.save.saving : texts.save.save} <kbd>{formatShortcut('S')}</kbd>
        </Button>
      </span>
    </div>
  );
}
