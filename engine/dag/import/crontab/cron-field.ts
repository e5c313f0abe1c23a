const name = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)';
const value = String.raw`(?:\d+|${name}(?:#\d)?|\d*[LW]|\?|\*)`;
const part = `${value}(?:-${value})?(?:/\\d+)?`;
const field = new RegExp(`^${part}(?:,${part})*$`, 'i');

/** Whether a word looks like a field of a schedule: of any cron, with seconds, years and Quartz's letters too. */
export function isCronField(word: string): boolean {
  return field.test(word);
}

/** Whether a comment is an entry or a variable that is switched off, and says nothing of the line below it. */
export function isSwitchedOff(comment: string): boolean {
  if (/^(?:[A-Z_]\w*\s*=|@[a-z_]+\s+\S)/.test(comment)) return true;
  const words = comment.split(/\s+/);
  return words.length > 5 && words.slice(0, 5).every(isCronField);
}
