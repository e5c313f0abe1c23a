import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { homeWith, launch } from '../engine/cli/dagwright.ts';
import { freePort } from '../support/home.ts';
import { anIdentityProvider, CLIENT } from '../support/identity-provider.ts';
import { describeWithReal } from '../support/real.ts';
import { buildApp } from '../support/build-app.ts';
import { startChromium } from '../support/chromium.ts';

const people = { ann: { preferred_username: 'ann', groups: ['ops'] } };

describeWithReal('chromium', 'A login at an identity provider', (program) => {
  beforeAll(() => buildApp(), 120_000);

  it('begins and ends on the page, which then shows what was asked for', async () => {
    const port = await freePort();
    // Another name than that of the provider, so that browsers take the two for strangers.
    const url = `http://localhost:${port}`;
    const provider = await anIdentityProvider(people, `${url}/login/callback`);
    const server = launch(['server', '--port', String(port)], {
      home: homeWith({ daily: 'steps: [echo hi]' }),
      env: {
        SVC_AUTH_MODE: 'builtin',
        SVC_AUTH_ADMIN_USERNAME: 'root',
        SVC_AUTH_ADMIN_PASSWORD: 'root-password',
        SVC_AUTH_OIDC_ENABLED: 'true',
        SVC_AUTH_OIDC_ISSUER: provider.issuer,
        SVC_AUTH_OIDC_CLIENT_ID: CLIENT.id,
        SVC_AUTH_OIDC_CLIENT_SECRET: CLIENT.secret,
        SVC_AUTH_OIDC_CLIENT_URL: url,
        SVC_AUTH_OIDC_GROUP_MAPPINGS: 'ops=operator',
      },
    });
    await server.printed(/ready at http/);
    const browser = await startChromium(program);
    onTestFinished(async () => {
      await browser.close();
      server.signal('SIGTERM');
      await server.ended;
    });
    const page = await browser.newPage();

    await page.goto(`${url}/dags/daily`);
    await page.getByRole('button', { name: 'identity provider' }).click();
    await page.waitForURL(`${provider.issuer}/login/*`);
    await page.goto(`${page.url()}?as=ann`);

    await page.getByRole('button', { name: 'Account: ann operator' }).waitFor();
    expect(page.url()).toBe(`${url}/dags/daily`);
    await page.reload();
    await page.getByRole('button', { name: 'Account: ann operator' }).waitFor();
  });
});
