import type { ReactElement } from 'react';
import { statusWords, type StatusKey } from '../lib/status-vocabulary.ts';
import { Icon, iconOf } from './Icon.tsx';

interface StatusProps {
  readonly status: StatusKey;
  /** Stands in place of the word, as a count or a duration. */
  readonly label?: string | undefined;
  /** The label says all there is to say, and the word is not read beside it. */
  readonly isNamed?: boolean;
  /** `short` for columns under 140 px; `glyph` where the word stands nearby. */
  readonly size?: 'full' | 'short' | 'glyph';
}

/** A status as glyph, word and color: the only way in which the app shows one. */
export function Status({ status, label, isNamed = false, size = 'full' }: StatusProps) {
  if (size === 'glyph' && label === undefined) return statusGlyph(status);
  const { word, short, tone } = statusWords(status);
  const shown = label ?? (size === 'short' ? short : word);
  const hidesWord = size === 'glyph' || (label !== undefined && label !== word && !isNamed);
  return (
    <span className={`status tone-${tone}`} title={hidesWord ? word : undefined}>
      <Icon name={status} />
      {size === 'glyph' ? <span className="unseen">{word}</span> : shown}
      {size !== 'glyph' && hidesWord && <span className="unseen"> {word}</span>}
    </span>
  );
}

const glyphs = new Map<StatusKey, ReactElement>();

/** The same element for each row with this status: a list in which many change at once makes no elements for it. */
export function statusGlyph(status: StatusKey): ReactElement {
  const known = glyphs.get(status);
  if (known !== undefined) return known;
  const { word, tone } = statusWords(status);
  const glyph = (
    <span className={`status tone-${tone}`} title={word}>
      {iconOf(status)}
      <span className="unseen">{word}</span>
    </span>
  );
  glyphs.set(status, glyph);
  return glyph;
}
