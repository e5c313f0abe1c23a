import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { useRefusal } from '../../../client/use-refusal.ts';
import { Button } from '../../../components/Button.tsx';
import { Coded } from '../../../components/Coded.tsx';
import { nextConflict, previousConflict } from '../../../components/editor/conflicts.ts';
import type { EditorHandle } from '../../../components/editor/YamlEditor.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { whyBlocked } from './blocked.ts';
import type { MergeStore } from './merge-store.ts';
import { texts } from './texts.ts';

interface MergeBarProps {
  readonly store: MergeStore;
  readonly editor: RefObject<EditorHandle | null>;
  readonly isReadOnly: boolean;
  readonly isOutdated: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** How many conflicts are left, the way to each, and what ends the merge; why it cannot be saved stands beside it. */
export function MergeBar(props: MergeBarProps) {
  const { store, editor, isReadOnly, isOutdated, onSaved, onClose } = props;
  const state = useStore(store);
  const { merge, left, isBack, isSaving, save, startOver } = state;
  const refusal = useRefusal()('sync.resolve');
  const blocked = whyBlocked(state, { isReadOnly, refusal });
  const count = merge?.pieces.filter(({ kind }) => kind === 'conflict').length ?? 0;
  return (
    <>
      <div className="bar bar-wraps">
        <Icon
          name={left === 0 ? 'succeeded' : 'warning'}
          className={left === 0 ? 'tone-ok' : 'tone-warning'}
        />
        <span role="status">{count === 0 ? texts.none : texts.left(left, count)}</span>
        <IconButton
          icon="up"
          label={texts.previous}
          shortcut="Shift F7"
          isDisabled={left === 0}
          onPress={() => editor.current?.run(previousConflict)}
        />
        <IconButton
          icon="down"
          label={texts.next}
          shortcut="F7"
          isDisabled={left === 0}
          onPress={() => editor.current?.run(nextConflict)}
        />
        <span className="row bar-end">
          <Button size="small" look="quiet" onPress={() => void startOver()}>
            {texts.startOver}
          </Button>
          <Button size="small" onPress={onClose}>
            {texts.cancel}
          </Button>
          <span title={blocked}>
            <Button
              size="small"
              look="primary"
              isDisabled={blocked !== undefined || isSaving}
              onPress={() => void save().then((isSaved) => isSaved && onSaved())}
            >
              {isSaving ? texts.saving : texts.save}
            </Button>
          </span>
        </span>
      </div>
      {isOutdated && <p className="merge-note tone-warning">{texts.outdated}</p>}
      {(blocked !== undefined || isBack) && (
        <p className="merge-note secondary small">
          {isBack && `${texts.isBack} `}
          {blocked !== undefined && <Coded text={blocked} />}
        </p>
      )}
    </>
  );
}
