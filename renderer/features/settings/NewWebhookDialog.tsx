import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { useLoaded } from './use-loaded.ts';
import { WebhookToken } from './WebhookToken.tsx';

interface NewWebhookDialogProps {
  /** DAGs that have one. */
  readonly taken: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const loadNames = async (engine: EngineConnection) =>
  (await engine.call('dags.list', { perPage: 1000 })).dags.map(({ fileName }) =>
    fileName.replace(/\.ya?ml$/, ''),
  );

/** Asks for the DAG, and shows the token of its webhook once. */
export function NewWebhookDialog({ taken, onDone, onClose }: NewWebhookDialogProps) {
  const engine = useEngine();
  const names = useLoaded(loadNames);
  const { problem, isSending, submit } = useSubmit();
  const [fileName, setFileName] = useState('');
  const [token, setToken] = useState<string>();
  const free = (names.value ?? []).filter((name) => !taken.includes(name));
  const create = async () => {
    setToken((await engine.call('webhooks.create', { fileName })).token);
    onDone();
  };
  if (token !== undefined) {
    return <WebhookToken fileName={fileName} token={token} signature="none" onClose={onClose} />;
  }
  return (
    <AskDialog
      title="New webhook"
      verb="Create webhook"
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
      >
        <Label>DAG</Label>
        <Input className="input mono" autoFocus placeholder="Of which DAG" />
        <Popover className="popover combo-popover" offset={4}>
          <ListBox className="menu">
            {free.map((name) => (
              <ListBoxItem key={name} id={name} className="menu-item" textValue={name}>
                {name}
              </ListBoxItem>
            ))}
          </ListBox>
        </Popover>
      </ComboBox>
      {taken.includes(fileName) && <p>{fileName} has a webhook already; a DAG has one.</p>}
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
