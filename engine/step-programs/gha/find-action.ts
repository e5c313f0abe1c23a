import { isAbsolute, join, resolve } from 'node:path';
import type { Job } from './job.ts';
import { parseReference } from './reference.ts';

/** The folder of an action: one of this computer, or one that is checked out for this step. */
export async function findAction(job: Job, reference: string): Promise<string> {
  const action = parseReference(reference);
  if (action.kind === 'path') {
    return isAbsolute(action.path) ? action.path : resolve(job.workspace, action.path);
  }
  // Loaded when it is needed: most actions of a project lie in it.
  const { checkOut } = await import('./check-out.ts');
  return join(await checkOut(job, action), action.folder);
}
