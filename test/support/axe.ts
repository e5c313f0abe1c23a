import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ElementContext, RunOptions, run } from 'axe-core';
import type { Page } from 'playwright-core';

/** The shorter of its two files: each page has to read it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What breaks a rule of accessibility, with the first elements that do. */
export interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly elements: readonly string[];
}

interface Look {
  /** The parts to look at, as selectors; the whole page without. */
  readonly include?: readonly string[];
  /** The rules to look for; all without. */
  readonly rules?: readonly string[];
}

/**
 * Looks at a page with axe. The pages are one document each, so that axe runs in them as it is: its own runner for
 * Playwright, which gathers the answers of frames, takes three times as long.
 */
export async function violationsOf(
  page: Page,
  { include = [':root'], rules }: Look = {},
): Promise<readonly Violation[]> {
  // What a debugger evaluates is no script of the page, so that its policy does not refuse it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  };
  // Nobody gets to what stands behind a dialog.
  const context = {
    include: include.map((part) => [part]),
    exclude: [['[inert]'], ['[aria-hidden="true"]']],
  };
  return page.evaluate(runAxe, { context, options });
}

/** Runs in the page, where axe is a global. */
async function runAxe(look: {
  context: ElementContext;
  options: RunOptions;
}): Promise<Violation[]> {
  const page = globalThis as unknown as { axe: { run: typeof run } };
  const { violations } = await page.axe.run(look.context, look.options);
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact: impact ?? 'none',
    elements: nodes.slice(0, 3).map(({ html }) => html),
  }));
}
