/**
 * The first line that marks a conflict, as Git and merge tools write them; null: all are decided. A line of equal signs alone
 * underlines headings in notes, and has others of the marks around it where it is one.
 */
export function conflictMarkIn(text: string): number | null {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => /^(?:(?:<{7}|\|{7}|>{7})(?: |\r?$)|={7} )/.test(line));
  return index < 0 ? null : index + 1;
}
