import { registerHooks } from 'node:module';
import { reportToTest, type Evaluate } from './report-to-test.ts';

// Loaded before the app's main: from here on, `electron` is the stand-in.
const standIn = new URL('./index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

process.on('message', (message: Evaluate) => void evaluate(message));

/** What `evaluate` of Playwright's Electron does: runs a function of the test inside main. */
async function evaluate({ id, source, argument }: Evaluate): Promise<void> {
  try {
    const electron = await import('./index.ts');
    const call = new Function(`return (${source});`)() as (...given: unknown[]) => unknown;
    reportToTest({ kind: 'evaluated', id, value: await call(electron, argument) });
  } catch (error) {
    reportToTest({ kind: 'threw', id, message: String(error) });
  }
}
