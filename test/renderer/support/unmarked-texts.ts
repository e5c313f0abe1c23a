import type { Page } from 'playwright-core';
import { roles } from '#contract/auth.ts';
import { samples } from '../../../renderer/features/dags/samples.ts';
import { CLOSES, OPENS } from './marked-page.ts';

/** What a library says in the language of the browser, names that are the same in every language, and those of days. */
const known = [
  'Dismiss',
  ...roles,
  ...samples.flatMap(({ name }) => wordsIn(name)),
  ...calendarWords(),
];
/** Code, keys of the keyboard, and what steps print are the same in every language. */
const code = 'code, pre, kbd, .mono, .cm-editor, .log, .tag, script, style';
const names = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder'];

/** Words on the page that neither a catalog nor the engine has said, each with the text in which it stands. */
export async function unmarkedTexts(
  page: Page,
  answers: readonly string[],
): Promise<readonly string[]> {
  const texts = await page.evaluate(textsOf, { code, names });
  // After the look at the page: an answer may come, and be shown, at any moment.
  const said = new Set(known);
  for (const answer of answers) collect(JSON.parse(answer), said);
  return texts.filter((text) => wordsIn(outside(text)).some((word) => !said.has(word)));
}

/** Runs in the page. The text of an element without that of the elements in it, and its names. */
function textsOf(look: { code: string; names: string[] }): string[] {
  const found = [document.title];
  for (const element of document.querySelectorAll('body, body *')) {
    if (element.closest(look.code)) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    found.push(own.map((node) => node.textContent).join(''));
    for (const name of look.names) found.push(element.getAttribute(name) ?? '');
  }
  return [...new Set(found)];
}

/** What stands outside of all marks. A mark without its partner is part of a text that was cut, and stays. */
function outside(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(new RegExp(`${OPENS}[^${OPENS}${CLOSES}]*${CLOSES}`, 'g'), ' ');
  }
  return rest;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/\p{L}[\p{L}\d]*/gu) ?? [];
}

/** Every word of an answer; names of fields count where people chose them. */
function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') wordsIn(value).forEach((word) => words.add(word));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === 'outputs') collect(Object.keys(one), words);
    // Handlers go by the names of their fields.
    if (/^on[A-Z]/.test(name)) words.add(name);
    collect(one, words);
  }
}

function calendarWords(): readonly string[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  });
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1 + day));
  return days.flatMap((day) => wordsIn(format.format(day)));
}
