import type { SyncItem } from '#contract/sync.ts';
import { Checkbox } from '../../components/Checkbox.tsx';
import type { RowProps } from '../../components/use-table-keys.ts';
import { Link } from '../../components/Link.tsx';
import { gitWords } from '../../lib/git-state.ts';
import { paths } from '../../lib/paths.ts';
import { canBePublished, placeOf } from './items.ts';
import { texts } from './texts.ts';

interface ChangeRowProps {
  readonly place: RowProps;
  readonly item: SyncItem;
  readonly isSelected: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** One item: its name and folder, its status as a letter, and what it waits for. */
export function ChangeRow(props: ChangeRowProps) {
  const { place, item, isSelected, isChosen, onChoose } = props;
  const { name, folder } = placeOf(item);
  const { letter, word, says } = gitWords(item.status);
  const waits = waitsFor(item);
  return (
    <div
      id={place.id}
      className={`change ${isSelected ? 'is-selected' : ''} ${place.className}`}
      role="row"
      aria-selected={isChosen && canBePublished(item)}
    >
      <span role="gridcell" className="checkbox-space">
        {canBePublished(item) && (
          <Checkbox
            label={texts.list.choose(item.filePath)}
            isSelected={isChosen}
            isInRow
            onChange={onChoose}
          />
        )}
      </span>
      <span role="gridcell" className="grow">
        <Link
          tabIndex={-1}
          className="change-link"
          href={paths.git(item.itemId)}
          title={item.filePath}
          aria-current={isSelected ? 'true' : undefined}
        >
          <span className="cut">
            <b className="medium">{name}</b>{' '}
            <span className="secondary small">
              {item.kind === 'memory' ? texts.list.memory : folder}
            </span>
          </span>
          {waits !== undefined && <span className={`small cut waits-${item.status}`}>{waits}</span>}
        </Link>
      </span>
      <span
        role="gridcell"
        className={`git-letter letter-${item.status}`}
        title={`${word}: ${says}`}
      >
        {letter}
        <i className="unseen">{word}</i>
      </span>
    </div>
  );
}

function waitsFor({ status, trust, problem, remoteAuthor }: SyncItem): string | undefined {
  if (status === 'conflict' && remoteAuthor !== '') return texts.list.changedBy(remoteAuthor);
  if (trust === 'review') return texts.list.inReview;
  return problem === '' ? undefined : texts.list.noDag;
}
