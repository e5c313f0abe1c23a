import { useState } from 'react';
import { useStore } from 'zustand';
import type { ApiKey, Role } from '#contract/auth.ts';
import { apiKeyOperations } from '#contract/operations/api-keys.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { RadioList } from '../../components/RadioList.tsx';
import { ShowOnceDialog } from '../../components/ShowOnceDialog.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { formatRule } from '../../lib/format-rule.ts';
import { relativeTime } from '../../lib/format-time.ts';
import { baseUrlOf } from './base-url.ts';
import { roleOptions } from './role-options.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

export type KeyDialog =
  { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly apiKey: ApiKey };

interface KeyDialogsProps {
  readonly dialog: KeyDialog;
  readonly now: number;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Making a key, which is then shown once, changing it, and deleting it. */
export function KeyDialogs({ dialog, now, onDone, onClose }: KeyDialogsProps) {
  if (dialog.kind === 'delete') return <DeleteKey {...{ now, onDone, onClose }} {...dialog} />;
  const apiKey = dialog.kind === 'edit' ? dialog.apiKey : undefined;
  return <KeyForm apiKey={apiKey} onDone={onDone} onClose={onClose} />;
}

const nameRule = apiKeyOperations['apiKeys.create'].input().shape.name;

interface KeyFormProps {
  /** The key that is changed; a new one is made when left out. */
  readonly apiKey: ApiKey | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function KeyForm({ apiKey, onDone, onClose }: KeyFormProps) {
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const [name, setName] = useState(apiKey?.name ?? '');
  const [description, setDescription] = useState(apiKey?.description ?? '');
  const [role, setRole] = useState<Role>(apiKey?.role ?? 'viewer');
  const [made, setMade] = useState<string>();
  const wrong = formatRule(nameRule, name, texts.keys.nameSubject);
  const save = async () => {
    if (apiKey === undefined) {
      setMade((await engine.call('apiKeys.create', { name, description, role })).key);
    } else {
      await engine.call('apiKeys.update', { keyId: apiKey.id, name, description, role });
      onClose();
    }
    onDone();
  };
  if (made !== undefined) return <MadeKey name={name} value={made} onClose={onClose} />;
  return (
    <AskDialog
      title={apiKey === undefined ? texts.keys.new : texts.keys.editTitle(apiKey.name)}
      verb={apiKey === undefined ? texts.keys.create : texts.page.save}
      isBlocked={isSending || wrong !== undefined}
      onConfirm={() => void submit(save)}
      onClose={onClose}
    >
      <TextField
        label={texts.keys.name}
        value={name}
        autoFocus
        placeholder={texts.keys.nameExample}
        error={name === '' ? undefined : wrong}
        onChange={setName}
      />
      <TextField
        label={texts.keys.description}
        value={description}
        placeholder={texts.keys.descriptionExample}
        onChange={setDescription}
      />
      <RadioList label={texts.roles.label} value={role} options={roleOptions} onChange={setRole} />
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}

interface MadeKeyProps {
  readonly name: string;
  readonly value: string;
  readonly onClose: () => void;
}

function MadeKey({ name, value, onClose }: MadeKeyProps) {
  const baseUrl = useStore(useEngine().state, baseUrlOf);
  return (
    <ShowOnceDialog
      title={texts.keys.createdTitle(name)}
      what={texts.keys.key}
      value={value}
      onClose={onClose}
    >
      <p>{texts.keys.usage}</p>
      <CodeBlock
        label={texts.page.request}
        text={`curl -H "Authorization: Bearer $API_KEY" \\\n  ${baseUrl}/api/v1/dags`}
      />
    </ShowOnceDialog>
  );
}

interface DeleteKeyProps extends Omit<KeyDialogsProps, 'dialog'> {
  readonly apiKey: ApiKey;
}

function DeleteKey({ apiKey, now, onDone, onClose }: DeleteKeyProps) {
  const engine = useEngine();
  const { problem, isSending, submit } = useSubmit();
  const used = apiKey.lastUsedAt
    ? texts.keys.usedAt(relativeTime(apiKey.lastUsedAt, now))
    : texts.keys.neverUsed;
  const remove = async () => {
    await engine.call('apiKeys.delete', { keyId: apiKey.id });
    onDone();
    onClose();
  };
  return (
    <AskDialog
      title={texts.keys.deleteTitle(apiKey.name)}
      verb={texts.keys.confirmDelete}
      isDanger
      isBlocked={isSending}
      onConfirm={() => void submit(remove)}
      onClose={onClose}
    >
      <p>
        <Sentence
          text={texts.keys.deleteBody}
          parts={{ prefix: <code>{apiKey.keyPrefix}</code>, role: apiKey.role, used }}
        />
      </p>
      {problem && <ErrorNote message={problem} />}
    </AskDialog>
  );
}
