import type { DagListItem } from '#contract/dag.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Toasts } from '../../lib/toasts.ts';
import type { TagChange } from './edit-tags.ts';
import { shownNode } from './delete-later.ts';
import { forEachDag, type Outcome } from './for-each-dag.ts';
import { texts } from './texts.ts';

/** What can be done to several DAGs at once. Each says by a toast what it did, and for which DAGs it failed. */
export interface BulkCommands {
  /** Starts each that asks for no parameters, and says how many that were. */
  readonly runAll: (items: readonly DagListItem[]) => Promise<void>;
  readonly retag: (fileNames: readonly string[], change: TagChange) => Promise<void>;
  /** An empty name takes them out of their groups. */
  readonly moveTo: (fileNames: readonly string[], group: string) => Promise<void>;
}

interface TextChange {
  /** Gives the new text, or says why it cannot be changed by an error. */
  readonly edit: (text: string) => string;
  readonly said: (fileNames: readonly string[]) => string;
}

/** The commands on the DAGs of the node that is shown. */
export function bulkCommands(engine: EngineConnection, toasts: Toasts): BulkCommands {
  const { tell } = toasts.getState();
  const tellFailures = (done: string, { failures }: Outcome<unknown>, all: number) => {
    if (failures.length === 0) return;
    tell({ text: texts.undo.failed(done, failures, all), isProblem: true });
  };

  const changeTexts = async (fileNames: readonly string[], { edit, said }: TextChange) => {
    const remoteNode = shownNode(engine);
    const outcome = await forEachDag(fileNames, async (fileName) => {
      const { spec, version } = await engine.call('dags.getSpec', { fileName, remoteNode });
      const after = edit(spec);
      if (after !== spec) await saveText(engine, { fileName, spec: after, version, remoteNode });
      return { before: spec, after };
    });
    const changed = outcome.done.filter(({ value }) => value.before !== value.after);
    tellFailures(texts.undo.done.changed, outcome, fileNames.length);
    if (changed.length === 0) {
      if (outcome.failures.length === 0) tell({ text: texts.undo.unchanged });
      return;
    }
    const names = changed.map(({ fileName }) => fileName);
    const written = new Map(changed.map(({ fileName, value }) => [fileName, value]));
    tell({
      text: said(names),
      undo: async () => {
        const back = await forEachDag(names, async (fileName) => {
          const { spec, version } = await engine.call('dags.getSpec', { fileName, remoteNode });
          const { before, after } = written.get(fileName) ?? {};
          if (before === undefined || spec !== after) throw new Error(texts.undo.changedSince);
          await saveText(engine, { fileName, spec: before, version, remoteNode });
        });
        tellFailures(texts.undo.done.changedBack, back, names.length);
      },
    });
  };

  return {
    runAll: async (items) => {
      const ready = items.filter(
        ({ errors, dag }) => errors.length === 0 && dag.params.length === 0,
      );
      const remoteNode = shownNode(engine);
      const names = ready.map(({ fileName }) => fileName);
      const outcome = await forEachDag(names, (fileName) =>
        engine.call('dags.start', { fileName, remoteNode }),
      );
      const nameOf = new Map(ready.map(({ fileName, dag }) => [fileName, dag.name]));
      const runs = outcome.done.map(({ fileName, value: { dagRunId } }) => ({
        name: nameOf.get(fileName) ?? fileName,
        dagRunId,
        remoteNode,
      }));
      tellFailures(texts.undo.done.started, outcome, names.length);
      tell({
        text: texts.undo.started(runs.length, items.length - ready.length),
        ...(runs.length > 0 && {
          verb: texts.undo.stopStarted,
          undo: () => Promise.all(runs.map((run) => engine.call('runs.stop', run))),
        }),
      });
    },

    retag: async (fileNames, change) => {
      const { withTags } = await textTools();
      await changeTexts(fileNames, {
        edit: (text) => withTags(text, change),
        said: texts.undo.retagged,
      });
    },

    moveTo: async (fileNames, group) => {
      const { withGroup } = await textTools();
      await changeTexts(fileNames, {
        edit: (text) => withGroup(text, group),
        said: (names) => texts.undo.moved(names, group),
      });
    },
  };
}

/** Brings a parser of YAML along, which nobody else needs in the window. */
async function textTools() {
  return import('./edit-tags.ts');
}

interface SavedText {
  readonly fileName: string;
  readonly spec: string;
  /** Of the text that it replaces: what somebody else wrote meanwhile stays. */
  readonly version: string;
  readonly remoteNode: string;
}

async function saveText(engine: EngineConnection, text: SavedText): Promise<void> {
  const { errors } = await engine.call('dags.updateSpec', text);
  if (errors.length > 0) throw new Error(errors[0]);
}
