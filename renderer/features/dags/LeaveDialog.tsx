import { useEffect, useState } from 'react';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { isDirty, type DagStore } from './dag-store.ts';
import { texts } from './texts.ts';

type Answer = (leaves: boolean) => void;

/** Holds the page while its text has changes; gives the way to answer once somebody tries to leave. */
export function useLeaveGuard(store: DagStore, fileName: string): Answer | undefined {
  const navigation = useNavigation();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty(store.getState())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    const release = navigation.guard((to) => {
      const isSameDag =
        to.split('/')[2] === encodeURIComponent(fileName) && to.startsWith('/dags/');
      if (isSameDag || !isDirty(store.getState())) return Promise.resolve(true);
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

interface LeaveDialogProps {
  readonly fileName: string;
  readonly answer: Answer;
}

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
