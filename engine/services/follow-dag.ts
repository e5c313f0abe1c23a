import type { DagNames, DagRenaming } from '../storage/dag-names.ts';
import { dropFromTables, renameInTables } from '../storage/dag-tables.ts';
import { webhookOf } from '../storage/webhooks.ts';
import type { Caches } from './caches.ts';
import type { EngineServices } from './engine-services.ts';
import { dropWebhook } from './webhook-tokens.ts';

/** How something that is kept in memory, or waits, follows a DAG. */
interface Follower {
  /** The file has its new name, and the tables have the old one. */
  readonly renaming?: (services: EngineServices, renaming: DagRenaming) => void;
  /** The tables have followed. */
  readonly renamed?: (services: EngineServices, renaming: DagRenaming) => Promise<void>;
  /** The file is gone, and the tables know it still. */
  readonly deleting?: (services: EngineServices, fileName: string) => void;
}

/** All that is kept in memory or waits; null for what no name of a DAG is the key of. */
const followers: Readonly<
  Record<Exclude<keyof Caches, 'entries'> | 'catalog' | 'scheduler' | 'queues', Follower | null>
> = {
  // Before the folder tells of the new file: its schedule goes on. Of a deletion the catalog tells it.
  scheduler: {
    renaming: ({ scheduler }, { from, to }) => scheduler.renamed(from.fileName, to.fileName),
  },
  // Before the folder tells that the old file is gone: no other one gets its name.
  catalog: {
    renaming: ({ catalog }, { from, to }) => catalog.move(nameOf(from), nameOf(to)),
    renamed: async ({ catalog }, { from, to }) => {
      catalog.refresh(from.fileName);
      catalog.refresh(to.fileName);
      await catalog.settled();
    },
    deleting: ({ catalog }, fileName) => catalog.deleted(fileName),
  },
  queues: { deleting: ({ queues }, fileName) => queues.dagDeleted(fileName) },
  // Known by the id of the webhook, which stays when its DAG is renamed.
  webhooks: {
    deleting: ({ db, webhookTokens }, fileName) => {
      const webhook = webhookOf(db, fileName);
      if (webhook !== undefined) webhookTokens.delete(webhook.id);
    },
  },
  // A file of the folder, which the catalog forgets with its entry.
  files: null,
  // Known by their texts.
  called: null,
  runs: null,
  apiKeys: null,
};

const nameOf = ({ fileName, dagName: name }: DagNames) => ({ fileName, name });

/** After the file of a DAG got another name: all that is known of it follows. */
export async function followRenaming(
  services: EngineServices,
  renaming: DagRenaming,
): Promise<void> {
  for (const each of Object.values(followers)) each?.renaming?.(services, renaming);
  await services.writes.commitSynced((db) => renameInTables(db, renaming));
  for (const each of Object.values(followers)) await each?.renamed?.(services, renaming);
}

/** After the file of a DAG was deleted: nothing goes on for it, and its history stays. */
export async function followDeletion(services: EngineServices, fileName: string): Promise<void> {
  for (const each of Object.values(followers)) each?.deleting?.(services, fileName);
  await services.writes.commitSynced((db) => dropFromTables(db, fileName));
}

/** After another DAG took the name of one whose file is gone: whoever has the token of the other has no right to start it. */
export function dropForeignWebhook(
  { db, writes, webhookTokens, log }: EngineServices,
  fileName: string,
): void {
  if (webhookOf(db, fileName) === undefined) return;
  log.warn('Deleted the webhook of an earlier DAG of this name', { dag: fileName });
  writes.commit((open) => void dropWebhook(webhookTokens, open, fileName));
}
