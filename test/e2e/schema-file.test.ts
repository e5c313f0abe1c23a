import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { homeWith, launch } from '../engine/cli/dagwright.ts';
import { buildApp } from '../support/build-app.ts';
import { startChromium } from '../support/chromium.ts';
import { describeWithReal } from '../support/real.ts';

const definition = (schema: string) => `params: { schema: ${schema} }
steps:
  - command: echo "$SIZE $COUNT"
`;
const size = { enum: ['small', 'large'], default: 'small' };
const count = { type: 'integer', minimum: 1, maximum: 9, default: 3 };

describeWithReal('chromium', 'A schema of parameters in a file of its own', (program) => {
  let browser: Browser;
  beforeAll(async () => {
    buildApp();
    browser = await startChromium(program);
  }, 120_000);
  afterAll(() => browser.close());

  it('is what the form in the list of DAGs is made of', async () => {
    const { page } = await openPage(browser);

    await page.getByRole('button', { name: 'Run sized' }).click();

    await fillIn(page.getByRole('dialog', { name: 'Run sized' }));
    await page.keyboard.press('Enter');
    await page.getByText('large 3').waitFor();
  });

  it('is asked for by a start from the palette', async () => {
    const { page } = await openPage(browser);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Run sized');
    await page.getByRole('option', { name: 'Run sized' }).waitFor();
    await page.keyboard.press('Enter');

    await fillIn(page.getByRole('dialog', { name: 'Run sized' }));
  });

  it('is what "Run again" is made of, until the definition names another one', async () => {
    const { page, home } = await openPage(browser);
    await page.getByRole('button', { name: 'Run sized' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded').first().waitFor();

    await fillIn(await runAgain(page));
    await page.keyboard.press('Escape');
    writeFileSync(join(home, 'dags', 'sized.yaml'), definition('other.json'));
    await page.reload();
    const compared = page.waitForResponse((response) => response.url().endsWith('/changes'));

    const again = await runAgain(page);
    await (await compared).finished();
    await again.getByRole('textbox', { name: 'SIZE' }).fill('medium');
    expect(await again.getByRole('combobox').count()).toBe(0);
  });
});

/** A server with a DAG whose parameters stand in its schema alone, and its list in the browser. */
async function openPage(browser: Browser): Promise<{ page: Page; home: string }> {
  const home = homeWith({ sized: definition('sized.json') });
  const put = (name: string, properties: object) =>
    writeFileSync(join(home, 'dags', name), JSON.stringify({ properties }));
  put('sized.json', { SIZE: size, COUNT: count });
  put('other.json', { SIZE: { enum: ['tiny'] }, COUNT: {} });
  const server = launch(['server', '--port', '0'], { home });
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    server.signal('SIGTERM');
    await server.ended;
  });
  const [, url = ''] = await server.printed(/ready at (http:\S+)/);
  await page.goto(`${url}/dags`);
  await page.getByText('sized').first().waitFor();
  return { page, home };
}

async function runAgain(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions for sized' }).click();
  await page.getByRole('menuitem', { name: /^Run again/ }).click();
  return page.getByRole('dialog', { name: 'Run sized again' });
}

/** Chooses what the schema offers, and is told what it does not allow. */
async function fillIn(form: Locator): Promise<void> {
  const number = form.getByRole('textbox', { name: 'COUNT' });
  await form.getByRole('combobox', { name: 'SIZE' }).selectOption('large');
  await number.fill('12');
  await form.getByText('Enter a whole number from 1 to 9.').waitFor();
  await number.fill('3');
}
