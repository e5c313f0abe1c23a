import { useRef, useState } from 'react';
import { Label, TextArea, TextField as AriaTextField } from 'react-aria-components';
import type { SyncStatus } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Coded } from '../../components/Coded.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { texts } from './texts.ts';

interface PublishFormProps {
  readonly status: SyncStatus;
  readonly chosen: readonly string[];
  readonly isBusy: boolean;
  /** Whether it was published, and the message is done with. */
  readonly onPublish: (message: string) => Promise<boolean>;
}

/** What the commit says, and the button that makes it. What happens is said before it does. */
export function PublishForm({ status, chosen, isBusy, onPublish }: PublishFormProps) {
  const [summary, setSummary] = useState('');
  const [description, setDescription] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptFocus(() => form.current?.querySelector('input')?.focus());
  const refusal = useRefusal()('sync.publishAll');
  const branch = status.branch ?? '';
  const message = [summary.trim(), description.trim()].filter((part) => part !== '').join('\n\n');
  const submit = async (): Promise<void> => {
    if (!(await onPublish(message))) return;
    setSummary('');
    setDescription('');
  };
  return (
    <form
      ref={form}
      className="publish-form"
      {...kept}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={texts.publish.summary}
        placeholder={texts.publish.summaryExample}
        value={summary}
        onChange={setSummary}
      />
      <AriaTextField className="text-field" value={description} onChange={setDescription}>
        <Label>{texts.publish.description}</Label>
        <TextArea className="input" rows={3} placeholder={texts.publish.descriptionExample} />
      </AriaTextField>
      <Button
        type="submit"
        look="primary"
        icon="upload"
        isDisabled={chosen.length === 0 || isBusy || status.readOnly || refusal !== undefined}
      >
        {texts.publish.button(chosen.length, branch)}
      </Button>
      <p className="small secondary">
        <Coded text={refusal ?? noteOf(status, chosen.length)} />
      </p>
    </form>
  );
}

function noteOf({ readOnly, counts, branch = '' }: SyncStatus, count: number): string {
  if (readOnly) return texts.publish.readOnly;
  if (count > 0) return texts.publish.before(count, branch);
  return counts.conflict > 0 ? texts.publish.conflicts : texts.publish.nothing;
}
