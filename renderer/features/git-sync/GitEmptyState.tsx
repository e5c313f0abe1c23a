import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Coded } from '../../components/Coded.tsx';
import { texts } from './texts.ts';

/** What stands there before a repository is connected: what it is good for, and how to begin. */
export function GitEmptyState({ onConnect }: { readonly onConnect: () => void }) {
  const refusal = useRefusal()('sync.setConfig');
  return (
    <div className="empty-state">
      <h1>{texts.empty.title}</h1>
      <p className="secondary">{texts.empty.lead}</p>
      <p className="secondary">
        <Coded text={texts.empty.trust} />
      </p>
      <div className="row" title={refusal}>
        <Button look="primary" icon="node" isDisabled={refusal !== undefined} onPress={onConnect}>
          {texts.empty.set}
        </Button>
      </div>
    </div>
  );
}
