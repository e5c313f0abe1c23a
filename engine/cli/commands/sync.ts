import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import type { ConfigChangeOptions } from '../actions/sync-config.ts';
import type { PublishOptions, StatusOptions, SyncOptions } from '../actions/sync.ts';
import type { LogOptions } from '../actions/sync-items.ts';
import type { ResolveOptions } from '../actions/sync-merge.ts';
import { examples, integerBetween, jsonOption } from './options.ts';

export function addSync(program: Command, cli: Cli): void {
  const sync = program
    .command('sync')
    .description('Keep DAGs in step with a Git repository.')
    .addHelpText(
      'after',
      examples(
        ['dagwright sync status --check', 'exit with 1 when anything differs'],
        ['dagwright sync pull', 'pull what others changed'],
        ['dagwright sync publish daily -m "Later"', 'publish one DAG'],
        ['dagwright sync config enabled=true', 'change a setting; it lasts'],
      ),
    );
  addLooks(sync, cli);
  addChanges(sync, cli);
  addItemChanges(sync, cli);
  addMerge(sync, cli);
  addKept(sync, cli);
  addConnection(sync, cli);
}

function addLooks(sync: Command, cli: Cli): void {
  below(sync, 'status', 'List the items and what differs.')
    .option('--check', 'exit with 1 when an item differs or the last sync failed')
    .action(async (_options, command: Command) => {
      const { showSyncStatus } = await import('../actions/sync.ts');
      cli.setExitCode(await showSyncStatus(cli, command.optsWithGlobals<StatusOptions>()));
    });
  below(sync, 'diff', 'Show how the texts here differ from those of the remote.')
    .argument('[item]', 'ID of an item; all that differ when left out')
    .action(async (item: string | undefined, _options, command: Command) => {
      const { showSyncDiff } = await import('../actions/sync-items.ts');
      await showSyncDiff(cli, item, command.optsWithGlobals<SyncOptions>());
    });
  forItem(sync, 'log', 'List the commits that changed an item, newest first.')
    .option('-l, --limit <number>', 'maximum number of commits', integerBetween(1, 200), 20)
    .action(async (item: string, _options, command: Command) => {
      const { showSyncLog } = await import('../actions/sync-items.ts');
      await showSyncLog(cli, item, command.optsWithGlobals<LogOptions>());
    });
}

function addChanges(sync: Command, cli: Cli): void {
  below(
    sync,
    'pull',
    'Take in what others have changed. Local edits are never overwritten.',
  ).action(async (_options, command: Command) => {
    const { pull } = await import('../actions/sync.ts');
    cli.setExitCode(await pull(cli, command.optsWithGlobals<SyncOptions>()));
  });
  below(sync, 'publish', 'Publish items as one commit.')
    .argument('[items...]', 'IDs of items, such as daily or memory/MEMORY')
    .option('--all', 'publish all modified and untracked items')
    .option('-m, --message <text>', 'message of the commit')
    .option('--force', 'decide a conflict for the text of here; takes one item')
    .action(async (items: string[], _options, command: Command) => {
      const { publish } = await import('../actions/sync.ts');
      cli.setExitCode(await publish(cli, items, command.optsWithGlobals<PublishOptions>()));
    });
}

const itemChanges = {
  discard: 'Replace the text here by that of the remote. A copy is kept for 30 days.',
  forget: 'Forget that an item was synced. Its file stays.',
} as const;

function addItemChanges(sync: Command, cli: Cli): void {
  for (const name of ['discard', 'forget'] as const) {
    forItem(sync, name, itemChanges[name]).action(
      async (item: string, _options, command: Command) => {
        const { changeItem } = await import('../actions/sync-items.ts');
        const options = command.optsWithGlobals<SyncOptions>();
        await changeItem(cli, { change: name, item, options });
      },
    );
  }
  forItem(sync, 'accept', 'Accept a text that a pull brought: it can run from now on.')
    .argument('[hash]', 'hash of the text, as in `dagwright sync diff`; asks when left out')
    .action(async (item: string, hash: string | undefined, _options, command: Command) => {
      const { acceptItem } = await import('../actions/sync-accept.ts');
      await acceptItem(cli, item, { ...command.optsWithGlobals<SyncOptions>(), hash });
    });
}

function addMerge(sync: Command, cli: Cli): void {
  forItem(sync, 'merge', 'Print the merge of an item in conflict, with conflict marks.').action(
    async (item: string, _options, command: Command) => {
      const { showMerge } = await import('../actions/sync-merge.ts');
      cli.setExitCode(await showMerge(cli, item, command.optsWithGlobals<SyncOptions>()));
    },
  );
  forItem(
    sync,
    'resolve',
    'End a conflict with a merged text. A copy of yours is kept for 30 days.',
  )
    .requiredOption('--merged <file>', 'file with the merged text, without conflict marks')
    .option('--theirs <hash>', 'refuse when the remote has another text than this by now')
    .action(async (item: string, _options, command: Command) => {
      const { resolveItem } = await import('../actions/sync-merge.ts');
      await resolveItem(cli, item, command.optsWithGlobals<ResolveOptions>());
    });
}

function addKept(sync: Command, cli: Cli): void {
  below(sync, 'kept', 'List the texts that Git Sync has replaced or removed, or print one.')
    .argument('[id]', 'ID of a copy')
    .action(async (id: string | undefined, _options, command: Command) => {
      const { showKept } = await import('../actions/sync-kept.ts');
      await showKept(cli, id, command.optsWithGlobals<SyncOptions>());
    });
  below(sync, 'restore', 'Restore a kept text. The text that it replaces is kept too.')
    .argument('<id>', 'ID of a copy, as in `dagwright sync kept`')
    .action(async (id: string, _options, command: Command) => {
      const { restoreKept } = await import('../actions/sync-kept.ts');
      await restoreKept(cli, id, command.optsWithGlobals<SyncOptions>());
    });
}

function addConnection(sync: Command, cli: Cli): void {
  below(sync, 'config', 'Show the settings of Git Sync, or change them.')
    .argument('[changes...]', 'settings to change, such as branch=main or auth.type=ssh')
    .option('--token-stdin', 'read a new token from standard input')
    .option('--passphrase-stdin', 'read the passphrase of the SSH key from standard input')
    .action(async (changes: string[], _options, command: Command) => {
      const { syncConfig } = await import('../actions/sync-config.ts');
      await syncConfig(cli, changes, command.optsWithGlobals<ConfigChangeOptions>());
    });
  below(sync, 'test', 'Try the connection to the remote, part by part.').action(
    async (_options, command: Command) => {
      const { testSync } = await import('../actions/sync-config.ts');
      cli.setExitCode(await testSync(cli, command.optsWithGlobals<SyncOptions>()));
    },
  );
}

function below(sync: Command, name: string, description: string): Command {
  return sync.command(name).description(description).addOption(jsonOption());
}

function forItem(sync: Command, name: string, description: string): Command {
  return below(sync, name, description).argument('<item>', 'ID of the item, such as daily');
}
