import { texts } from './texts.ts';
interface FolderNotesProps {
  readonly notes: readonly string[];
}

/** What is wrong in the folder of the definitions, beyond what its files say. */
export function FolderNotes({ notes }: FolderNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className="folder-notes secondary small" aria-label={texts.list.folderNotes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
