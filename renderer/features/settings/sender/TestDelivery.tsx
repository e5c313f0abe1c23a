import { useState } from 'react';
import type { DeliveryOutcome } from '#contract/webhook.ts';
import { useEngine } from '../../../client/engine-context.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Status } from '../../../components/Status.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { texts as settings } from '../texts.ts';
import { texts } from './texts.ts';

interface TestDeliveryProps {
  readonly fileName: string;
  /** It stands in the list from then on. */
  readonly onDone: () => void;
}

/** Has the engine deliver a sample as the sender would, and says what became of it. */
export function TestDelivery({ fileName, onDone }: TestDeliveryProps) {
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const [outcome, setOutcome] = useState<DeliveryOutcome>();
  const send = async () => {
    setOutcome(undefined);
    setOutcome(await engine.call('webhooks.test', { fileName }));
    onDone();
  };
  const isAccepted = outcome !== undefined && outcome.status < 400;
  return (
    <>
      <div className="row">
        <Button isDisabled={isSending} onPress={() => void submit(send)}>
          {texts.test}
        </Button>
        <span role="status">
          {outcome && (
            <Status
              status={isAccepted ? 'succeeded' : 'failed'}
              label={isAccepted ? texts.tested : settings.deliveries.refused(outcome.status)}
              isNamed
            />
          )}
        </span>
      </div>
      {outcome?.reason && <p>{outcome.reason}</p>}
      <p className="small secondary">{texts.testNote}</p>
      {problem && <ErrorNote message={problem} />}
    </>
  );
}
