import { gitWords, type GitState } from './git-state.ts';
import { statusWords, type StatusKey } from './status-vocabulary.ts';

/** What a filter box says: each `tag:`, `status:` and `git:` word, and the free text. */
export interface DagFilter {
  readonly text: readonly string[];
  readonly tags: readonly string[];
  readonly statuses: readonly string[];
  readonly git: readonly string[];
}

/** What is asked of an item that the filter looks at. */
export interface Filterable {
  readonly name: string;
  readonly group: string;
  readonly tags: readonly string[];
  readonly status: StatusKey;
  /** Undefined where there is no Git Sync. */
  readonly git: GitState | undefined;
}

/** Reads `tag:env=prod status:failed text`; words may be quoted, an unfinished `tag:` filters nothing. */
export function parseFilter(query: string): DagFilter {
  const words = [...query.matchAll(/(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g)];
  const text: string[] = [];
  const tags: string[] = [];
  const statuses: string[] = [];
  const git: string[] = [];
  for (const [whole, key, quoted, plain] of words) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (key === 'tag') tags.push(value);
    else if (key === 'status') statuses.push(value);
    else if (key === 'git') git.push(value);
    else if (!/^(tag|status|git):$/.test(whole))
      text.push(key === undefined ? value : whole.toLowerCase());
  }
  return {
    text,
    tags: tags.filter(Boolean),
    statuses: statuses.filter(Boolean),
    git: git.filter(Boolean),
  };
}

/** All tags and texts must match, one of the statuses, and one of what Git Sync says. */
export function matchesFilter(item: Filterable, filter: DagFilter): boolean {
  const words = `${item.name} ${item.group}`.toLowerCase();
  return (
    filter.text.every((word) => words.includes(word)) &&
    filter.tags.every((tag) => matchesTag(item.tags, tag)) &&
    (filter.statuses.length === 0 ||
      filter.statuses.some((status) => matchesStatus(item.status, status))) &&
    (filter.git.length === 0 || filter.git.some((wanted) => matchesGit(item.git, wanted)))
  );
}

/** `key`, `key=value`, `!key`, with `*` and `?`, as the list of DAGs understands them. */
export function matchesTag(tags: readonly string[], filter: string): boolean {
  if (filter.startsWith('!')) return !matchesTag(tags, filter.slice(1));
  const whole = filter.includes('=');
  const pattern = wildcard(filter);
  return tags.some((tag) => {
    const lower = tag.toLowerCase();
    return pattern.test(whole ? lower : (lower.split('=')[0] ?? ''));
  });
}

/** Adds a word to a query or takes it out again. */
export function toggleWord(query: string, word: string): string {
  const words = query.split(/\s+/).filter(Boolean);
  const kept = words.filter((other) => other !== word);
  return (kept.length === words.length ? [...kept, word] : kept).join(' ');
}

function matchesStatus(status: StatusKey, wanted: string): boolean {
  const { word } = statusWords(status);
  const plain = wanted.replaceAll(/[_-]/g, ' ');
  return word.toLowerCase().startsWith(plain) || status.replaceAll('_', ' ').startsWith(plain);
}

function matchesGit(state: GitState | undefined, wanted: string): boolean {
  if (state === undefined) return false;
  const plain = wanted.replaceAll(/[_-]/g, ' ');
  return state.startsWith(plain) || gitWords(state).word.toLowerCase().startsWith(plain);
}

function wildcard(text: string): RegExp {
  const escaped = text.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
