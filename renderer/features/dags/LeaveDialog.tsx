import { useEffect, useState } from 'react';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import type { DagStore } from './dag-store.ts';
import { isDirty } from './dag-text.ts';
import { texts } from './texts.ts';

type Answer = (leaves: boolean) => void;

/** Holds the page while leaving it would lose changes: a draft is kept otherwise. Gives the way to answer once somebody tries to leave. */
export function useLeaveGuard(store: DagStore, fileName: string): Answer | undefined {
  const navigation = useNavigation();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      store.getState().keepDraft();
      if (isLost(store)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    const release = navigation.guard((to) => {
      const isSameDag =
        to.split('/')[2] === encodeURIComponent(fileName) && to.startsWith('/dags/');
      store.getState().keepDraft();
      if (isSameDag || !isLost(store)) return Promise.resolve(true);
      return new Promise<boolean>((resolve) =>
        setAnswer(() => (leaves: boolean) => {
          setAnswer(undefined);
          resolve(leaves);
        }),
      );
    });
    return () => {
      window.removeEventListener('beforeunload', warn);
      release();
    };
  }, [navigation, store, fileName]);
  return answer;
}

function isLost(store: DagStore): boolean {
  const state = store.getState();
  return isDirty(state) && !state.isKept;
}

interface LeaveDialogProps {
  readonly fileName: string;
  readonly answer: Answer;
}

/** Asks what becomes of unsaved changes before somebody leaves them. */
export function LeaveDialog({ fileName, answer }: LeaveDialogProps) {
  return (
    <AskDialog
      title={texts.leave.title(fileName)}
      verb={texts.leave.confirm}
      isDanger
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <p>{texts.leave.body}</p>
    </AskDialog>
  );
}
