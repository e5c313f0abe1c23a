import type { SyncMerge } from '../../contract/sync.ts';
import { oneLine } from './display-width.ts';

type Merge = Pick<SyncMerge, 'pieces' | 'remoteAuthor' | 'remoteCommit'>;

/** A merge as Git writes it, with what both had last between the two sides: editors and merge tools know these marks. */
export function mergeText({ pieces, remoteAuthor, remoteCommit }: Merge): string {
  const who = [remoteAuthor, remoteCommit.slice(0, 8)].filter((word) => word !== '').join(' ');
  return pieces
    .map((piece) => {
      if (piece.kind !== 'conflict') return piece.text;
      return [
        `<<<<<<< mine\n${ended(piece.mine)}`,
        `||||||| base\n${ended(piece.base)}`,
        `=======\n${ended(piece.theirs)}`,
        `>>>>>>> ${oneLine(`theirs ${who}`.trim())}\n`,
      ].join('');
    })
    .join('');
}

/** A mark stands at the start of a line, whatever is before it. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
