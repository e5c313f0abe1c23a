import { readAction, type Action } from './action.ts';
import { runComposite } from './composite.ts';
import type { ActionEnd, Call } from './call.ts';
import { fillIn, type Contexts } from './expressions.ts';
import { runJavaScript } from './javascript.ts';
import { contextsOf, type Job } from './job.ts';

const MAX_DEPTH = 10;

/** Runs the action of a folder. @throws Error in words for a person. */
export async function runAction(job: Job, call: Call): Promise<ActionEnd> {
  if (call.depth > MAX_DEPTH) throw new Error('actions use each other without end');
  const action = readAction(call.folder);
  const contexts = contextsOf(job, call.folder);
  const inputs = inputsOf(action, call.inputs, contexts);
  const known = { ...call, inputs };
  switch (action.runs.using) {
    case 'composite':
      return runComposite(job, known, { ...action, runs: action.runs });
    case 'docker':
      return (await import('./docker-action.ts')).runInContainer(job, known, action.runs);
    default:
      return runJavaScript(job, known, action.runs);
  }
}

/** What is given, and the defaults of the rest. @throws Error for an input that the action does not have. */
function inputsOf(
  { inputs, name }: Action,
  given: Readonly<Record<string, string>>,
  contexts: Contexts,
): Record<string, string> {
  const ids = Object.keys(inputs);
  const byName = new Map(Object.entries(given).map(([id, value]) => [id.toLowerCase(), value]));
  for (const id of byName.keys()) {
    if (!ids.some((one) => one.toLowerCase() === id)) {
      const all = ids.length === 0 ? 'it has none' : `it has ${ids.join(', ')}`;
      throw new Error(`the action ${name} has no input ${id}: ${all}`);
    }
  }
  const progress = { hasFailed: false };
  const values = Object.entries(inputs).map(([id, input]) => {
    const value = byName.get(id.toLowerCase()) ?? fillIn(input?.default ?? '', contexts, progress);
    return [id, value] as const;
  });
  return Object.fromEntries(values);
}
