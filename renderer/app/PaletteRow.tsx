import { Fragment, useEffect, useRef } from 'react';
import { Icon } from '../components/Icon.tsx';
import { statusWords, type StatusKey } from '../lib/status-vocabulary.ts';
import type { PaletteItem } from './palette-item.ts';

interface PaletteRowProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly wanted: string;
  readonly isCurrent: boolean;
  /** The first of its section bears the section's name. */
  readonly isFirst: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One result of the palette, with what was typed marked in it. */
export function PaletteRow(props: PaletteRowProps) {
  const { id, item, wanted, isCurrent, isFirst, onPoint, onChoose } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  // `isStatus` says that the icon is a word of the status vocabulary.
  const status = item.isStatus ? statusWords(item.icon as StatusKey) : undefined;
  return (
    <>
      {isFirst && (
        <div className="palette-section" role="presentation">
          {item.section}
        </div>
      )}
      <div
        ref={row}
        id={id}
        role="option"
        aria-selected={isCurrent}
        aria-disabled={item.isRefused}
        className="palette-row"
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        <span className={status ? `tone-${status.tone}` : 'secondary'}>
          <Icon name={item.icon} />
          {status && <span className="unseen">{status.word}</span>}
        </span>
        <span className="medium cut palette-title">{marked(item.title, wanted)}</span>
        <span className="secondary cut grow">
          {item.details.map((detail, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              <bdi>{detail}</bdi>
            </Fragment>
          ))}
        </span>
        {isCurrent && item.hint && (
          <>
            <span className="secondary small">{item.hint}</span>
            <kbd>↵</kbd>
          </>
        )}
      </div>
    </>
  );
}

function marked(title: string, wanted: string) {
  const at = wanted === '' ? -1 : title.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return title;
  const end = at + wanted.length;
  return (
    <>
      {title.slice(0, at)}
      <em>{title.slice(at, end)}</em>
      {title.slice(end)}
    </>
  );
}
