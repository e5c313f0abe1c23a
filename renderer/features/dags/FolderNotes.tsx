interface FolderNotesProps {
  readonly notes: readonly string[];
}

/** What is wrong in the folder of the definitions, beyond what its files say. */
export function FolderNotes({ notes }: FolderNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className="folder-notes secondary small" aria-label="Notes on the folder">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
