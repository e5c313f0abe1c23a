/** How the comments of crontabs name their columns. */
export const namesColumns = /\b(?:dow|user(?:-?name)?)\s+command\b/i;

const namesUser = /^[ \t]*#.*\buser(?:-?name)?\s+command\b/im;
const ofSystem = /(?:^|[\\/])(?:etc[\\/]crontab|cron\.d[\\/][^\\/]+)$/;
const entry = /^[ \t]*-?(?:@\S+|[\d*]\S*(?:[ \t]+\S+){4})[ \t]+(\S+)[ \t]*(\S?)/gm;
const userName = /^[a-z_][\w.-]*$/i;

/**
 * Whether a user stands between the schedule and the command, as in `/etc/crontab` and the files of `/etc/cron.d`: by the name
 * of the file, by the comment that names the columns, or since an entry is root's, which no program is called, and all others
 * can have a user too.
 */
export function hasUserColumn(name: string, text: string): boolean {
  if (ofSystem.test(name) || namesUser.test(text)) return true;
  const words = [...text.matchAll(entry)].map(([, user = '', next]) => ({ user, next }));
  const isRoots = words.some(({ user }) => user === 'root');
  return isRoots && words.every(({ user, next }) => userName.test(user) && next !== '');
}
