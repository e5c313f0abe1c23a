import type { RefObject } from 'react';
import { Label, TextArea, TextField as AriaTextField } from 'react-aria-components';
import type { SyncStatus } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Coded } from '../../components/Coded.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { canBePublished, isConflict } from './items.ts';
import type { PublishDraft } from './publish-draft.ts';
import { texts } from './texts.ts';

interface PublishFormProps {
  readonly status: SyncStatus;
  readonly chosen: readonly string[];
  readonly draft: Pick<PublishDraft, 'summary' | 'description'>;
  readonly onWrite: (words: Partial<Pick<PublishDraft, 'summary' | 'description'>>) => void;
  readonly isBusy: boolean;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onPublish: () => void;
}

/** What the commit says, and the button that makes it. What happens is said before it does. */
export function PublishForm(props: PublishFormProps) {
  const { status, chosen, draft, onWrite, isBusy, formRef, onPublish } = props;
  const { summary, description } = draft;
  const kept = useKeptFocus(() => formRef.current?.querySelector('input')?.focus());
  const refusal = useRefusal()('sync.publishAll');
  return (
    <form
      ref={formRef}
      className="publish-form"
      {...kept}
      onSubmit={(event) => {
        event.preventDefault();
        const isEnter = document.activeElement?.tagName === 'INPUT';
        // It is pushed at once: without a word, only the button says so.
        if (!isEnter || `${summary}${description}`.trim() !== '') onPublish();
      }}
    >
      <TextField
        label={texts.publish.summary}
        placeholder={texts.publish.summaryExample}
        value={summary}
        onChange={(value) => onWrite({ summary: value })}
      />
      <AriaTextField
        className="text-field"
        value={description}
        onChange={(value) => onWrite({ description: value })}
      >
        <Label>{texts.publish.description}</Label>
        <TextArea className="input" rows={3} placeholder={texts.publish.descriptionExample} />
      </AriaTextField>
      <Button
        type="submit"
        look="primary"
        icon="upload"
        isDisabled={chosen.length === 0 || isBusy || status.readOnly || refusal !== undefined}
      >
        {verbOf(status, chosen.length, refusal === undefined)}
      </Button>
      <p className="small secondary">
        <Coded text={refusal ?? noteOf(status, chosen.length)} />
      </p>
    </form>
  );
}

/** What the button does; where nothing is left but conflicts, what has to be done before. */
function verbOf(
  { readOnly, items, branch = '' }: SyncStatus,
  count: number,
  isAllowed: boolean,
): string {
  if (items.some(canBePublished)) return texts.publish.button(count, branch);
  const conflicts = items.filter(isConflict).length;
  const isInTheWay = conflicts > 0 && isAllowed && !readOnly;
  return isInTheWay ? texts.publish.resolve(conflicts) : texts.publish.to(branch);
}

function noteOf({ readOnly, items, branch = '' }: SyncStatus, count: number): string {
  if (readOnly) return texts.publish.readOnly;
  if (count > 0) return texts.publish.before(count, branch);
  if (items.some(canBePublished)) return texts.publish.nothing;
  return items.some(isConflict) ? texts.publish.conflicts : texts.publish.none;
}
