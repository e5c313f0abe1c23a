import { formatCount } from '../../lib/format-count.ts';

const changes = (count: number): string =>
  count === 1 ? '1 change' : `${formatCount(count)} changes`;

const conflicts = (count: number): string =>
  count === 1 ? '1 conflict' : `${formatCount(count)} conflicts`;

/** DAGs in step with a Git remote: what is changed on either side, and what is done about it. */
export const texts = {
  head: {
    asked: (when: string) => `Pulled ${when}`,
    never: 'Not pulled yet',
    pull: 'Pull',
    connection: 'Connection…',
    kept: 'Kept copies…',
  },

  activity: {
    pull: 'Pulling',
    publish: 'Publishing',
    discard: 'Discarding',
    resolve: 'Saving the merge',
    restore: 'Restoring',
    forget: 'Forgetting',
    accept: 'Accepting',
    test: 'Testing the connection',
    of: (what: string, phase: string) => (phase === '' ? `${what}…` : `${what}: ${phase}`),
  },

  filter: {
    label: 'Which items',
    changed: 'Changed',
    all: 'All',
  },

  list: {
    label: 'Items of Git Sync',
    chosen: (chosen: number, of: number) => `${formatCount(chosen)} of ${changes(of)}`,
    conflicts,
    nothing: 'Nothing to publish',
    chooseAll: 'Choose all changes',
    choose: (item: string) => `Choose ${item}`,
    memory: 'memory',
    inReview: 'review before it runs',
    noDag: 'no DAG: nothing runs from it',
    changedBy: (who: string) => `changed by ${who} too`,
    none: 'No changes. What you edit here, and what is not published yet, shows in this list.',
    noItems: 'There are no DAGs on either side yet.',
  },

  publish: {
    summary: 'Summary',
    summaryExample: 'Say what changes',
    description: 'Description',
    descriptionExample: 'Why it changes (optional)',
    button: (count: number, branch: string) => `Publish ${changes(count)} to ${branch}`,
    to: (branch: string) => `Publish to ${branch}`,
    resolve: (count: number) =>
      count === 1 ? 'Resolve the conflict to publish' : `Resolve ${conflicts(count)} to publish`,
    nothing: 'Choose what to publish.',
    none: 'There is nothing to publish.',
    conflicts: 'Merge both texts, or decide for one.',
    readOnly: 'Publishing is disabled: the connection is read-only (`push_enabled: false`).',
    before: (count: number, branch: string) =>
      count === 1
        ? `Creates one commit with this file on ${branch}.`
        : `Creates one commit with these ${formatCount(count)} files on ${branch}.`,
  },

  item: {
    none: 'Choose an item to see what changed.',
    same: 'The text is the same here and on the remote.',
    here: 'Here',
    remote: 'On the remote',
    acceptedBefore: 'Accepted before',
    waiting: 'To accept',
    firstReview: 'No text of this file was accepted before.',
    look: 'How the difference is shown',
    unified: 'Unified',
    sides: 'Side by side',
    open: 'Open DAG',
    discard: 'Discard…',
    restore: 'Restore',
    forget: 'Forget…',
    accept: 'Accept',
    acceptTheirs: 'Accept theirs',
    history: 'History',
    difference: 'Difference',
    tabs: 'What is shown of the item',
    more: (item: string) => `More actions for ${item}`,
    review:
      'A pull brought this text. It does not run until you accept it. Read what it does first.',
    conflict: (who: string, commit: string) =>
      `${who === '' ? 'Someone' : who} changed this file too (${commit.slice(0, 8)}). Merge both texts, or decide for one.`,
    conflictReview:
      'Both sides have a text of their own. Read theirs, and accept it to merge or take it.',
    conflictUnnamed: 'Both sides have a text of their own. Merge them, or decide for one.',
    keepMine: 'Publish mine',
    merge: 'Merge…',
    takeTheirs: 'Take theirs',
    missing: 'You deleted this file here. Restore it, or publish the deletion.',
    publishDeletion: 'Publish deletion',
  },

  discard: {
    title: (item: string) => `Discard changes of ${item}`,
    confirm: 'Discard changes',
    body: 'Your text is replaced by the one on the remote. A copy is kept for 30 days in `data/sync/kept`.',
  },
  take: {
    title: (item: string) => `Take their text of ${item}`,
    confirm: 'Take theirs',
  },
  keep: {
    title: (item: string) => `Publish your text of ${item}`,
    confirm: 'Publish mine',
    body: (branch: string) =>
      `Creates a commit on ${branch} with your text. Theirs stays in the history, but is no longer used.`,
  },
  forget: {
    title: (item: string) => `Forget ${item}`,
    confirm: 'Forget',
    body: 'Its file stays. It counts as untracked, as if it had never been synced.',
  },

  done: {
    publish: (count: number, branch: string) => `Published ${changes(count)} to ${branch}.`,
    pull: (count: number) =>
      count === 1 ? 'Pulled 1 item.' : `Pulled ${formatCount(count)} items.`,
    review: (count: number) =>
      count === 1
        ? '1 item waits for your review.'
        : `${formatCount(count)} items wait for your review.`,
    conflicts: (count: number) => `Pulled with ${conflicts(count)} to resolve.`,
    discard: (item: string) => `${item} has the text of the remote.`,
    resolve: (item: string) => `${item} is merged. Publish it when it is ready.`,
    restore: (item: string) => `${item} is restored.`,
    forget: (item: string) => `${item} is no longer tracked.`,
    accept: (item: string) => `${item} can run now.`,
    inConflict: 'The remote changed it too. Resolve the conflict, then publish it.',
    leftOut: (count: number) =>
      count === 1 ? 'One item was left out:' : `${formatCount(count)} items were left out:`,
  },

  empty: {
    title: 'Publish your DAGs to Git, and take in what others change',
    lead: 'Connect a repository. You then see here what you changed, publish it with a message, and pull what others did. Your text is never overwritten: what both sides changed is a conflict, and you decide.',
    trust:
      'In the desktop app, what a pull brings runs only after you accept it; on a server, it runs at once. Set `git_sync.trust` to `review` or `always` to choose.',
    set: 'Connect a repository…',
  },

  connection: {
    title: 'Git connection',
    line: 'the line',
    repository: 'Repository',
    repositoryExample: 'https://github.com/team/dags.git',
    repositoryHelp: 'Over HTTPS with a token, or over SSH (git@host:path) with a key.',
    branch: 'Branch',
    folder: 'Folder',
    folderHelp: 'Leave empty for the whole repository.',
    authentication: 'Authentication',
    token: 'Token',
    ssh: 'SSH key',
    tokenHelp: 'Stored in the keychain of this computer, nowhere else.',
    configured: 'Configured. Leave empty to keep it.',
    keyPath: 'Private key file',
    keyExample: '~/.ssh/id_ed25519',
    passphrase: 'Passphrase',
    save: 'Save and test',
    turnOff: 'Disconnect',
    push: 'Allow publishing',
    testing: 'Testing…',
    done: 'Done',
    cancel: 'Cancel',
    checks: 'What was tested',
    state: { passed: 'OK', failed: 'Failed', skipped: 'Not tested' },
    parts: {
      address: 'Address',
      host: 'Host',
      credential: 'Credentials',
      branch: 'Branch',
      push: 'Right to push',
    },
  },
} as const;
