import type { Diagnostic, DryRun } from '#contract/dag.ts';
import { createDagStore } from '../../../renderer/features/dags/dag-store.ts';
import { createDrafts } from '../../../renderer/lib/drafts.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aDagDetail } from '../support/dag-fixtures.ts';
import { browserStorage } from '../support/browser-storage.ts';
import { arrive, scriptedEngine } from '../support/scripted-engine.ts';

export const problem: Diagnostic = {
  severity: 'error',
  message: 'unknown key',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
};
export const plan: DryRun = {
  name: 'etl',
  params: '{}',
  workingDir: '/',
  preconditions: [],
  steps: [],
  handlers: [],
};
export const detail = aDagDetail('etl');
/** The answer about the text on disk. */
export const spec = (text: string) => ({
  dag: { name: 'etl' },
  spec: text,
  errors: [],
  version: `v:${text}`,
});

/** The store of a DAG that is shown and was loaded. */
export async function aDag({ storage = browserStorage() }: { readonly storage?: Storage } = {}) {
  const engine = scriptedEngine({
    'dags.get': () => detail,
    'dags.getSpec': () => spec('one'),
    'dags.validate': () => ({ valid: true, errors: [], diagnostics: [], dag: { name: 'etl' } }),
    'dags.updateSpec': () => ({ errors: [] }),
    'dags.suspend': () => undefined,
    'dags.rename': () => undefined,
    'dags.delete': () => undefined,
    'dags.dryRun': () => plan,
    'runs.dryRun': () => plan,
  });
  const toasts = createToasts();
  const drafts = createDrafts('', storage);
  const another = (name = 'etl') => createDagStore(engine.connection, name, { toasts, drafts });
  const store = another();
  const begun = store.getState();
  const end = begun.start();
  await arrive();
  const onDisk = (text: string) => {
    engine.answers['dags.getSpec'] = () => spec(text);
  };
  const changed = async () => {
    engine.emit({ type: 'dag.changed', fileName: 'etl.yaml', change: 'updated' });
    await arrive();
  };
  const asked = () => engine.asked('dags.get').length;
  return { engine, store, another, drafts, toasts, begun, end, onDisk, changed, asked };
}
