const ADDRESS =
  /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#@'"\\]*@)?(\[[\da-f:]+\]|[a-z0-9][a-z0-9.-]*)(:\d+)?/gi;
const NAME = String.raw`(\[[\da-f:]+\]|[a-z0-9][a-z0-9.-]*)`;
/** As `scp`, `rsync` and `git` take a place elsewhere. */
const PLACE = new RegExp(String.raw`(?:^|[\s'"=])[\w.-]+@${NAME}:[\w.~/$]`, 'gi');
/** Programs that take a host alone, and what follows them in their command. */
const LOGIN = /\b(?:ssh|sftp|mosh|ssh-copy-id)\s[^\n;|&]*/g;
const USER_AT_HOST = new RegExp(String.raw`[\s'"=][\w.-]+@${NAME}`, 'gi');
/** As in `host=db.example.com port=5432`. */
const HOST_SETTING = /(?:^|[\s'"-])host(?:addr)?=([a-z0-9][a-z0-9.-]*)/gi;

/** The hosts that a text names, with their ports, as far as it can be told. */
export function hostsIn(text: string): readonly string[] {
  const addresses = [...text.matchAll(ADDRESS)].map(([, host = '', port = '']) => host + port);
  const logins = [...text.matchAll(LOGIN)].map(([command]) => command);
  const others = [
    ...firstGroups(text, PLACE),
    ...logins.flatMap((command) => firstGroups(command, USER_AT_HOST)),
    ...firstGroups(text, HOST_SETTING),
  ];
  return [...addresses, ...others].map((host) => host.toLowerCase());
}

function firstGroups(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, host = '']) => host);
}

/** All texts of a value; that of a key `host` is written so that its host is found. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    key === 'host' && typeof part === 'string' ? [`host=${part}`] : textsIn(part),
  );
}
