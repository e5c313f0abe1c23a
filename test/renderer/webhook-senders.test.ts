import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { rendererPage, type OpenedPage } from './support/renderer-page.ts';
import { aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();
const asAda = (path: string) => open({ state: aSceneWithAccounts(), path, token: ADA_TOKEN });
const called = ({ engine }: OpenedPage, name: string) =>
  engine.state.calls.filter((call) => call.name === name);
const clipboard = ({ page }: OpenedPage) => page.evaluate(() => navigator.clipboard.readText());

describe('the senders of webhooks', () => {
  it('are signed with a secret that is shown once', async () => {
    const opened = await asAda('/settings/webhooks/release-train');
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('radio', { name: 'GitHub' }).click({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('whsec_6TqLr9ZpXv2MnB4K').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByText('X-Hub-Signature-256: sha256=$SIGNATURE').waitFor();
    await page.getByText('Optional: a signature is enough.').waitFor();
    expect(called(opened, 'webhooks.setSignature')[0]?.input).toEqual({
      fileName: 'release-train',
      signature: 'github',
    });
  });

  it('are signed with the secret of the sender where that makes it', async () => {
    const opened = await asAda('/settings/webhooks/release-train');
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('radio', { name: 'Slack' }).click({ force: true });
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page
      .getByLabel('Signing secret of your Slack app')
      .fill('8f742231b10e8888abcd99yyyzzz85a5');
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(called(opened, 'webhooks.setSignature')[0]?.input).toEqual({
      fileName: 'release-train',
      signature: 'slack',
      secret: '8f742231b10e8888abcd99yyyzzz85a5',
    });
  });

  it('say what to enter at the sender, and take forms or not', async () => {
    const opened = await asAda('/settings/webhooks/orders-etl');
    const { page } = opened;
    await page.getByRole('listitem').filter({ hasText: 'Payload URL' }).waitFor();
    await page.getByRole('button', { name: 'Copy address of the webhook' }).click();
    await page.getByRole('switch', { name: 'Forms for the webhook' }).click({ force: true });

    await page.getByText('JSON only').waitFor();
    expect(await clipboard(opened)).toBe(`${opened.engine.url}/api/v1/webhooks/orders-etl`);
    expect(called(opened, 'webhooks.update')[0]?.input).toEqual({
      fileName: 'orders-etl',
      formBodies: false,
    });
  });

  it('are tested by a delivery that the list then shows, or that says why it is refused', async () => {
    const { page } = await asAda('/settings/webhooks/orders-etl');
    await page.getByRole('button', { name: 'Send test delivery' }).click();
    await page.getByText('Accepted: a run is queued.').waitFor();
    await page.getByTitle('test', { exact: true }).waitFor();
    await page
      .getByRole('switch', { name: 'Webhook of orders-etl', exact: true })
      .click({ force: true });
    await page.getByText('Refused', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Send test delivery' }).click();

    await page.getByRole('status').filter({ hasText: 'Refused, 403' }).waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'webhook is disabled' }).waitFor();
  });
});

describe('the secret of a webhook', () => {
  it('that was typed is not in the way of one without a signature', async () => {
    const opened = await asAda('/settings/webhooks/orders-etl');
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByLabel(/^Secret/).fill('too short');
    await page.getByText('Only the token').click();
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(called(opened, 'webhooks.setSignature')[0]?.input).toEqual({
      fileName: 'orders-etl',
      signature: 'none',
    });
  });
});
