import type { Page, Request } from 'playwright-core';
import type { FakeEngine } from './fake-engine.ts';

/** Requests that got no answer at all, with the reason, as they come. */
export function listUnanswered(page: Page): readonly string[] {
  const unanswered: string[] = [];
  page.on('requestfailed', (request: Request) =>
    unanswered.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  return unanswered;
}

/** What a test that failed was looking at: the name of what did not come says nothing about why. */
export async function describePage(
  page: Page,
  { state }: FakeEngine,
  unanswered: readonly string[],
): Promise<string> {
  const seen = await page.evaluate(look).catch((error: unknown) => [String(error)]);
  const calls = state.calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  return [
    `The page of the failed test, at ${page.url()}:`,
    ...seen,
    ...['Calls:', ...calls.slice(-20)],
    ...['Requests without an answer:', ...unanswered],
  ].join('\n');
}

/** In the page: where the focus is, and the texts, of what stands over the page first. */
function look(): string[] {
  const focus = document.activeElement?.cloneNode() as Element | undefined;
  const over = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=alert]');
  const texts = [...over, document.body].map((element) => (element as HTMLElement).innerText);
  const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 1500));
  return [`Focus: ${focus?.outerHTML}`, ...lines];
}
