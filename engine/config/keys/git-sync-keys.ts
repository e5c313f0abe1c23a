import {
  authorEmail,
  authorName,
  branch,
  repository,
  repositoryFolder,
} from '../git-sync-values.ts';
import { filledText, oneOf, path, wholeNumber, yesOrNo } from '../values.ts';
import type { ConfigKeyTable } from './entry.ts';

/** DAG files in step with a Git remote. */
export const gitSyncKeys = {
  'git_sync.enabled': {
    env: 'SVC_GITSYNC_ENABLED',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Keep DAG files and memory files in step with a Git repository.',
    isLive: true,
  },
  'git_sync.repository': {
    env: 'SVC_GITSYNC_REPOSITORY',
    schema: repository,
    defaultValue: '',
    description: 'Address of the repository, without credentials.',
    isLive: true,
  },
  'git_sync.branch': {
    env: 'SVC_GITSYNC_BRANCH',
    schema: branch,
    defaultValue: 'main',
    description: 'Branch to pull from and to publish to.',
    isLive: true,
  },
  'git_sync.path': {
    env: 'SVC_GITSYNC_PATH',
    schema: repositoryFolder,
    defaultValue: '',
    description: 'Folder of the repository that holds the files; empty: its root.',
    isLive: true,
  },
  'git_sync.push_enabled': {
    env: 'SVC_GITSYNC_PUSH_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Allow publishing. `false` makes the DAGs of this engine read-only.',
    isLive: true,
  },
  'git_sync.trust': {
    env: 'SVC_GITSYNC_TRUST',
    schema: oneOf('review', 'always'),
    defaultValue: null,
    defaultText: 'review in the app, always elsewhere',
    description:
      'Whether pulled files are used at once (always), or only after someone accepts them (review).',
    isLive: true,
  },
  'git_sync.auth.type': {
    env: 'SVC_GITSYNC_AUTH_TYPE',
    schema: oneOf('token', 'ssh'),
    defaultValue: 'token',
    description: 'How to authenticate: token (over HTTPS) or ssh.',
    isLive: true,
  },
  'git_sync.auth.token': {
    env: 'SVC_GITSYNC_AUTH_TOKEN',
    schema: filledText,
    defaultValue: null,
    description: 'Token for HTTPS. Without this setting, the one in the keychain counts.',
    secret: 'whole',
    isLive: true,
  },
  'git_sync.auth.ssh_key_path': {
    env: 'SVC_GITSYNC_AUTH_SSH_KEY_PATH',
    schema: path,
    defaultValue: null,
    description: 'File of the private key for SSH.',
    isPath: true,
    isLive: true,
  },
  'git_sync.auth.ssh_passphrase': {
    env: 'SVC_GITSYNC_AUTH_SSH_PASSPHRASE',
    schema: filledText,
    defaultValue: null,
    description:
      'Passphrase of the private key. Without this setting, the one in the keychain counts.',
    secret: 'whole',
    isLive: true,
  },
  'git_sync.auth.ssh_known_hosts': {
    env: 'SVC_GITSYNC_AUTH_SSH_KNOWN_HOSTS',
    schema: path,
    defaultValue: null,
    description: 'File with the keys of SSH hosts; empty: `~/.ssh/known_hosts`.',
    isPath: true,
    isLive: true,
  },
  'git_sync.auto_sync.enabled': {
    env: 'SVC_GITSYNC_AUTO_SYNC_ENABLED',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Pull automatically. Otherwise, pull manually.',
    isLive: true,
  },
  'git_sync.auto_sync.on_startup': {
    env: 'SVC_GITSYNC_AUTO_SYNC_ON_STARTUP',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Pull when the engine starts, if `git_sync.auto_sync.enabled` is on.',
    isLive: true,
  },
  'git_sync.auto_sync.interval': {
    env: 'SVC_GITSYNC_AUTO_SYNC_INTERVAL',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 300,
    description: 'Seconds between two pulls, if `git_sync.auto_sync.enabled` is on.',
    isLive: true,
  },
  'git_sync.commit.author_name': {
    env: 'SVC_GITSYNC_COMMIT_AUTHOR_NAME',
    schema: authorName,
    defaultValue: 'Dagwright',
    description: 'Author of published commits.',
    isLive: true,
  },
  'git_sync.commit.author_email': {
    env: 'SVC_GITSYNC_COMMIT_AUTHOR_EMAIL',
    schema: authorEmail,
    defaultValue: 'dagwright@localhost',
    description: 'Email address of the author.',
    isLive: true,
  },
} as const satisfies ConfigKeyTable;
