import { EngineError } from '../contract/errors.ts';
import { MAX_CONDITIONS } from './limits.ts';

/** Decides whether something with these tags is wanted. */
export type TagMatcher = (tags: readonly string[]) => boolean;

const TAG = /^([A-Za-z0-9][A-Za-z0-9._-]{0,62})(?:=([A-Za-z0-9._/-]{0,255}))?$/;

/** What a filter asks of a tag: letters of keys and values, and wildcards. Anything else holds for no tag. */
const CONDITION = /^!?\s*[a-z0-9*?][a-z0-9._*?-]*(?:=[a-z0-9._/*?-]*)?$/;

/** A tag in its one normal form, `key` or `key=value` in lower case; null where it breaks the rules. */
export function normalizeTag(tag: string): string | null {
  const [, key, value] = TAG.exec(tag.trim()) ?? [];
  if (key === undefined) return null;
  return (value ? `${key}=${value}` : key).toLowerCase();
}

/** The tags of one text: separated by spaces or commas. */
export function splitTags(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((tag) => tag !== '');
}

/**
 * Reads a filter: conditions joined by commas, all of which must hold. `key`, `key=value`, and `!` before one for its
 * opposite; `*` stands for any characters, `?` for one. Upper and lower case are the same.
 *
 * @throws EngineError `bad_request` for a condition that no tag could meet, and for more of them than anybody writes: each
 *   is held against every tag.
 */
export function parseTagFilter(filter: string): TagMatcher {
  const conditions = filter
    .split(',')
    .map((condition) => condition.trim().toLowerCase())
    .filter((condition) => condition !== '');
  if (conditions.length > MAX_CONDITIONS) {
    throw refusedFilter(`can have at most ${MAX_CONDITIONS} conditions`);
  }
  const bad = conditions.find((condition) => !CONDITION.test(condition));
  if (bad !== undefined) {
    throw refusedFilter(
      `has ${JSON.stringify(bad)}: use \`key\`, \`key=value\` or \`!key\`, with \`*\` and \`?\` as wildcards`,
    );
  }
  const holding = conditions.map(tagCondition);
  return (tags) => holding.every((holds) => holds(tags));
}

function refusedFilter(reason: string): EngineError {
  return new EngineError('bad_request', `\`tags\` ${reason}.`, {
    details: { fields: { tags: reason } },
  });
}

function tagCondition(condition: string): TagMatcher {
  if (condition.startsWith('!')) {
    const holds = tagCondition(condition.slice(1).trim());
    return (tags) => !holds(tags);
  }
  const [key, value] = splitTag(condition);
  return (tags) =>
    tags.some((tag) => {
      const [ownKey, ownValue] = splitTag(tag.toLowerCase());
      return matches(key, ownKey) && (value === null || matches(value, ownValue ?? ''));
    });
}

function splitTag(tag: string): readonly [key: string, value: string | null] {
  const equals = tag.indexOf('=');
  return equals === -1 ? [tag, null] : [tag.slice(0, equals), tag.slice(equals + 1)];
}

/** Compares with wildcards in time bounded by the product of the lengths, which no pattern can blow up. */
function matches(pattern: string, text: string): boolean {
  let [inPattern, inText] = [0, 0];
  let star = -1;
  let starText = 0;
  while (inText < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern;
      starText = inText;
      inPattern += 1;
    } else if (wanted === '?' || wanted === text[inText]) {
      inPattern += 1;
      inText += 1;
    } else if (star !== -1) {
      // What follows the last star does not fit here: let the star take one character more.
      starText += 1;
      [inPattern, inText] = [star + 1, starText];
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
