import type { DagListItem } from '#contract/dag.ts';
import { createDagListStore } from '../../../renderer/features/dags/dag-list-store.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { arrive, scriptedEngine } from '../support/scripted-engine.ts';

export const now = Date.parse('2026-11-19T12:00:00Z');

export function someDags(count: number): DagListItem[] {
  return Array.from({ length: count }, (_, index) => aDagItem(`dag-${index}`, now));
}

/** Lists what `dags` holds, page by page. */
async function aDagList(dags = someDags(3)) {
  const engine = scriptedEngine({
    'dags.list': ({ page, perPage }) => {
      const [number, size] = [Number(page), Number(perPage)];
      return {
        dags: dags.slice((number - 1) * size, number * size),
        errors: ['a.yaml and a.yml have one name.'],
        pagination: {
          totalRecords: dags.length,
          currentPage: number,
          totalPages: Math.ceil(dags.length / size),
          nextPage: null,
          prevPage: null,
        },
      };
    },
    'dags.suspend': () => undefined,
  });
  const toasts = createToasts();
  const store = createDagListStore(engine.connection, toasts);
  const begun = store.getState();
  const end = begun.start();
  const shown = () => store.getState().dags.length;
  const asked = () => engine.asked('dags.list').length;
  const said = () =>
    toasts
      .getState()
      .toasts.filter((one) => !one.isSettling)
      .map(({ text }) => text);
  return { engine, store, toasts, said, begun, end, shown, asked, dags };
}

export async function aLoadedList(dags = someDags(3)) {
  const list = await aDagList(dags);
  await arrive();
  return list;
}
