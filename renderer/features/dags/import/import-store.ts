import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ImportResult, PlannedImport } from '#contract/imports.ts';
import type { OperationCall } from '#contract/operations.ts';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { attempting, type Problem } from '../../../lib/attempt.ts';
import { texts } from './texts.ts';

export type ImportKind = OperationCall<'imports.plan'>['kind'];
export type ImportFile = OperationCall<'imports.plan'>['files'][number];

export interface ImportState extends Problem {
  /** What would be made; undefined until it was asked for. */
  readonly plan: readonly PlannedImport[] | undefined;
  /** Sources of those that are to be taken. */
  readonly chosen: ReadonlySet<string>;
  /** The source of the one that is looked at. */
  readonly shown: string;
  readonly isBusy: boolean;
  readonly show: (kind: ImportKind, files: readonly ImportFile[]) => Promise<void>;
  readonly look: (source: string) => void;
  readonly choose: (source: string, isChosen: boolean) => void;
  /** Back to the texts. */
  readonly back: () => void;
  /** Creates what is chosen. What became of it when all went well; else the plan anew, with the reasons. */
  readonly create: () => Promise<readonly ImportResult[] | undefined>;
}

export type ImportStore = StoreApi<ImportState>;

const start = { plan: undefined, chosen: new Set<string>(), shown: '', problem: undefined };

/** Definitions of other systems on their way to DAGs. */
export function createImportStore(engine: EngineConnection): ImportStore {
  return createStore<ImportState>((set, get) => {
    const attempt = attempting(set);
    let asked: OperationCall<'imports.plan'> | undefined;
    const load = async () => {
      if (asked === undefined) return;
      const { dags } = await engine.call('imports.plan', asked);
      const [first] = dags;
      if (first === undefined) throw new Error(texts.nothing);
      const chosen = new Set(dags.filter(isNew).map(({ source }) => source));
      set({ plan: dags, chosen, shown: first.source });
    };
    return {
      ...start,
      isBusy: false,
      show: async (kind, files) => {
        asked = { kind, files: [...files] };
        set({ isBusy: true });
        await attempt(load);
        set({ isBusy: false });
      },
      look: (source) => set({ shown: source }),
      choose: (source, isChosen) => {
        const chosen = new Set(get().chosen);
        if (isChosen) chosen.add(source);
        else chosen.delete(source);
        set({ chosen });
      },
      back: () => set(start),
      create: async () => {
        const { plan = [], chosen } = get();
        const dags = plan.filter(({ source }) => chosen.has(source)).map(toApply);
        set({ isBusy: true });
        const answer = await attempt(() => engine.call('imports.apply', { dags }));
        const refused = (answer?.results ?? []).filter(({ outcome }) => outcome === 'refused');
        if (refused.length > 0) {
          await attempt(load);
          set({
            problem: refused.map((one) => texts.refused(one.fileName, one.message)).join('\n'),
          });
        }
        set({ isBusy: false });
        return refused.length > 0 ? undefined : answer?.results;
      },
    };
  });
}

/** What is there already is replaced only where a person asks for it. */
function isNew({ problems, existing }: PlannedImport): boolean {
  return problems.length === 0 && existing === null;
}

/** Whether there is anything to take. */
export function isTakeable({ problems, existing }: PlannedImport): boolean {
  return problems.length === 0 && existing?.same !== true;
}

function toApply({ fileName, spec, existing }: PlannedImport) {
  return { fileName, spec, ...(existing === null ? {} : { replaces: existing.version }) };
}
