/** How the comments of crontabs name their columns. */
export const namesColumns = /\b(?:dow|user(?:-?name)?)\s+command\b/i;

const namesUser = /^[ \t]*#.*\buser(?:-?name)?\s+command\b/im;
const ofSystem = /(?:^|[\\/])(?:etc[\\/]crontab|cron\.d[\\/][^\\/]+)$/;
const entry = /^[ \t]*-?(?:@\S+|[\d*]\S*(?:[ \t]+\S+){4})[ \t]+(\S+)/gm;

/**
 * Whether a user stands between the schedule and the command, as in `/etc/crontab` and the files of `/etc/cron.d`: by the name
 * of the file, by the comment that names the columns, or since all entries are root's, which no program is called.
 */
export function hasUserColumn(name: string, text: string): boolean {
  if (ofSystem.test(name) || namesUser.test(text)) return true;
  const users = [...text.matchAll(entry)].map(([, word]) => word);
  return users.length > 0 && users.every((user) => user === 'root');
}
