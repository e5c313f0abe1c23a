import { useState } from 'react';
import { ComboBox, Input, Label } from 'react-aria-components';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { THIS_ENGINE } from '../../client/node-choice.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { NameOptions } from '../../components/NameOptions.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { bareName } from '../../lib/bare-name.ts';
import { useLoaded } from './use-loaded.ts';
import { WebhookToken } from './WebhookToken.tsx';
import { texts } from './texts.ts';

interface NewWebhookDialogProps {
  /** DAGs that have one. */
  readonly taken: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Webhooks are of this engine, whichever node is shown. */
const loadNames = async (engine: EngineConnection) => {
  const { dags } = await engine.call('dags.list', { perPage: 1000, remoteNode: THIS_ENGINE });
  return dags.map(({ fileName }) => bareName(fileName));
};

/** Asks for the DAG, and shows the token of its webhook once. */
export function NewWebhookDialog({ taken, onDone, onClose }: NewWebhookDialogProps) {
  const engine = useEngine();
  const names = useLoaded(loadNames);
  const { problem, isSending, submit } = useSubmit();
  const [fileName, setFileName] = useState('');
  const [token, setToken] = useState<string>();
  const free = (names.value ?? []).filter((name) => !taken.includes(name));
  // Words may be typed before the names have come, and the names have to show then.
  const noneWords = names.value
    ? texts.webhooks.noSuchDag
    : names.message || texts.webhooks.loading;
  const create = async () => {
    setToken((await engine.call('webhooks.create', { fileName })).token);
    onDone();
  };
  if (token !== undefined) {
    return <WebhookToken fileName={fileName} token={token} signature="none" onClose={onClose} />;
  }
  return (
    <AskDialog
      title={texts.webhooks.new}
      verb={texts.webhooks.create}
      isBlocked={isSending || !free.includes(fileName)}
      onConfirm={() => void submit(create)}
      onClose={onClose}
    >
      <ComboBox
        className="text-field"
        menuTrigger="focus"
        inputValue={fileName}
        onInputChange={setFileName}
        allowsCustomValue
        allowsEmptyCollection
      >
        <Label>{texts.webhooks.dag}</Label>
        <Input className="input mono" autoFocus placeholder={texts.webhooks.whichDag} />
        <NameOptions names={free} empty={noneWords} />
      </ComboBox>
      {taken.includes(fileName) && <p>{texts.webhooks.taken(fileName)}</p>}
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
