import type { WindowView } from './window-row.ts';
import { paintedAfter } from './page-cost.ts';

let runs = 0;

/** Opens the page of a run whose one step prints for as long as something is done there, and ends it after that. */
export async function withLiveLog<T>(
  { page, server: { api }, goTo }: WindowView,
  command: string,
  act: () => Promise<T>,
): Promise<T> {
  const [name, dagRunId] = ['bench-live', `bench-live-${runs++}`];
  const spec = `steps:\n  - name: talk\n    command: '${command}'\n`;
  await api.post('/dag-runs', { name, spec, dagRunId });
  try {
    await goTo(`/runs/${name}/${dagRunId}`);
    await paintedAfter(page, '.log-line');
    return await act();
  } finally {
    await api.post(`/dag-runs/${name}/${dagRunId}/stop`, {});
    await api.waitForRun(name, dagRunId);
  }
}
