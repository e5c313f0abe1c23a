import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { isAlive } from '../support/processes.ts';
import { describeWithReal } from '../support/real.ts';
import { buildApp } from '../support/build-app.ts';
import { openApp, type OpenApp } from './open-app.ts';

const SLOW = 60_000;

async function opened(...given: Parameters<typeof openApp>): Promise<OpenApp> {
  const app = await openApp(...given);
  onTestFinished(() => app.close());
  return app;
}

/** A DAG whose one step works until the test lets it go, and the step's process. */
async function startWaitingStep(app: OpenApp, name: string) {
  const folder = temporaryFolder('step');
  const [pidFile, go] = [join(folder, 'pid'), join(folder, 'go')];
  onTestFinished(() => writeFileSync(go, ''));
  const spec = [
    'shell: sh',
    'steps:',
    '  - name: wait',
    '    script: |',
    `      echo $$ > ${pidFile}.new && mv ${pidFile}.new ${pidFile}`,
    `      while [ ! -e ${go} ]; do sleep 0.05; done`,
    '      echo the step has ended',
  ].join('\n');
  await app.call('dags.create', { name, spec });
  await app.call('dags.start', { fileName: name });
  await expect.poll(() => existsSync(pidFile)).toBe(true);
  return { pid: Number(readFileSync(pidFile, 'utf8')), letGo: () => writeFileSync(go, '') };
}

/** Answers questions of the app in a person's place; the function gives what was asked. */
async function answerQuestions(app: OpenApp, button: number) {
  await app.evaluate(({ dialog }, response) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = async (...given: unknown[]) => {
      asked.push(given.at(-1));
      return { response, checkboxChecked: false };
    };
  }, button);
  return () =>
    app.evaluate(() => (globalThis as { asked?: { message: string }[] }).asked ?? [], null);
}

describeWithReal('chromium', 'The app and its engine', () => {
  beforeAll(buildApp, SLOW);

  it(
    'says that the engine was killed, starts it again, and shows the list anew',
    async () => {
      const app = await opened();
      const dags = app.page.getByRole('grid', { name: 'DAGs' });
      await dags.getByText('order-summary').waitFor();
      const before = app.enginePid();

      process.kill(before, 'SIGKILL');

      await app.page.getByText('The engine stopped unexpectedly').waitFor();
      await app.page.getByText('Engine ready').waitFor();
      await app.call('dags.create', { name: 'made-after-the-crash' });
      await dags.getByText('made-after-the-crash').waitFor();
      expect(app.enginePid()).not.toBe(before);
    },
    SLOW,
  );

  it(
    'keeps what runs alive over a killed engine and goes on with it',
    async () => {
      const app = await opened();
      await app.page.getByText('Engine ready').waitFor();
      const step = await startWaitingStep(app, 'outlives');

      process.kill(app.enginePid(), 'SIGKILL');
      await app.page.getByText('The engine stopped unexpectedly').waitFor();
      await app.page.getByText('Engine ready').waitFor();
      expect(isAlive(step.pid)).toBe(true);
      step.letGo();

      const latest = () => app.call('dags.get', { fileName: 'outlives' });
      await expect.poll(latest).toMatchObject({ latestDAGRun: { statusLabel: 'succeeded' } });
    },
    SLOW,
  );

  it(
    'says at quit how many steps go on, leaves them alive, and picks them up at the next start',
    async () => {
      const app = await opened();
      await app.page.getByText('Engine ready').waitFor();
      const step = await startWaitingStep(app, 'sleeps');
      const asked = await answerQuestions(app, 1);

      await app.evaluate(({ app }) => app.quit(), null);
      await expect.poll(asked).toMatchObject([{ message: '1 step is still running' }]);
      await answerQuestions(app, 0);
      await app.evaluate(({ app }) => app.quit(), null);
      expect(await app.exited).toBe(0);
      expect(isAlive(step.pid)).toBe(true);

      const { home, userData } = app;
      const next = await opened({ home, userData });
      await next.page.getByText('Engine ready').waitFor();
      step.letGo();
      const latest = () => next.call('dags.get', { fileName: 'sleeps' });
      await expect.poll(latest).toMatchObject({ latestDAGRun: { statusLabel: 'succeeded' } });
      expect(isAlive(step.pid)).toBe(false);
    },
    SLOW,
  );

  it(
    'quits when its window is closed and nothing runs',
    async () => {
      const app = await opened();
      await app.page.getByText('Engine ready').waitFor();
      const engine = app.enginePid();

      await app.page.close();

      expect(await app.exited).toBe(0);
      expect(isAlive(engine)).toBe(false);
    },
    SLOW,
  );

  it(
    'shows why the engine cannot start, and starts it when asked again',
    async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      onTestFinished(() => void holder.close());
      const { port } = holder.address() as AddressInfo;

      const app = await opened({ args: ['--port', String(port)] });
      await app.page.getByText(`Port ${port} on 127.0.0.1 is already in use`).waitFor();
      await new Promise((resolve) => holder.close(resolve));
      await app.evaluate(({ Menu }) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(
          ({ submenu }) => submenu?.items ?? [],
        );
        items?.find(({ label }) => label === 'Reload Engine State')?.click();
      }, null);

      await app.page.getByText('Engine ready').waitFor();
      await app.page.getByRole('grid', { name: 'DAGs' }).getByText('order-summary').waitFor();
    },
    SLOW,
  );
});
