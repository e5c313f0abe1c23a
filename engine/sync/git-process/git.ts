import type { UnseenFolder } from '../../lib/git/walk-tree.ts';

/** A personal or project access token, sent as the password of basic authentication. */
export interface TokenAuth {
  readonly type: 'token';
  readonly token: string;
}

export interface SshAuth {
  readonly type: 'ssh';
  /** A private key, OpenSSH or PEM. */
  readonly keyPath: string;
  readonly passphrase: string | null;
  /** A file of known hosts; null: that of the user. */
  readonly knownHosts: string | null;
}

export interface NoAuth {
  readonly type: 'none';
}

/** A branch of a repository elsewhere, and how to get in. */
export interface Remote {
  /** `https://host/path`, `http://…`, `ssh://user@host:port/path` or `user@host:path`; never with a password. */
  readonly repository: string;
  readonly branch: string;
  readonly auth: TokenAuth | SshAuth | NoAuth;
}

/** What stands in a tree. */
export interface GitEntry {
  /** Relative to the folder that was asked for, with `/` between its parts. As it was committed: it may be hostile. */
  readonly path: string;
  /** As git writes it: `100644` and `100755` are files, `120000` is a link, `160000` another repository. */
  readonly mode: string;
  /** SHA-1 of the blob. */
  readonly oid: string;
  /** Bytes; 0 for another repository. */
  readonly size: number;
}

/** What stands below a folder. */
export interface GitListing {
  readonly entries: readonly GitEntry[];
  /** Folders of which not all was looked at. */
  readonly unseen: readonly UnseenFolder[];
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface GitCommit {
  readonly oid: string;
  readonly author: Author;
  readonly message: string;
  /** Milliseconds, as the author's clock said. */
  readonly at: number;
}

/** A commit that changed a file. */
export interface FileCommit extends GitCommit {
  /** What the file holds since; null: it is gone. */
  readonly blob: string | null;
}

/** One commit to make. */
export interface NewCommit {
  /** The commit below it; null: it is the first one. */
  readonly parent: string | null;
  /** Paths from the root of the repository; null removes the file. */
  readonly changes: readonly { readonly path: string; readonly bytes: Uint8Array | null }[];
  readonly message: string;
  readonly author: Author;
  /** Milliseconds. */
  readonly at: number;
}

export interface BranchMove {
  readonly commit: string;
  /** Where the branch is before; null: it does not exist yet. */
  readonly expected: string | null;
}

/** Commits of a page; `before` is the last one of the page before. */
export interface LogPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly limit: number;
  readonly before?: string;
}

export interface SyncProgress {
  /** What is done, in git's words, such as `Receiving objects`. */
  readonly phase: string;
  readonly done: number;
  /** Null: not known yet. */
  readonly total: number | null;
}

/** The branches of a remote. */
export interface Branches {
  /** In the order in which the remote names them. */
  readonly names: readonly string[];
  /** The one that a clone would have; null: there is none. */
  readonly defaultName: string | null;
}

/** A look at one part of the way to a remote; those after the first that failed are skipped. */
export interface ConnectionCheck {
  readonly name: 'address' | 'host' | 'credential' | 'branch' | 'push';
  readonly state: 'passed' | 'failed' | 'skipped';
  /** For people: what was found, or what went wrong and what to do. */
  readonly message: string;
}

/**
 * A bare repository on this machine that follows a branch elsewhere. Each call rejects with a `GitError`; they are done one
 * after the other.
 */
export interface Git {
  /** Brings the branch here. `head` is null where the remote has no such branch, as an empty one. */
  fetch(
    remote: Remote,
    progress?: (progress: SyncProgress) => void,
    signal?: AbortSignal,
  ): Promise<{ head: string | null }>;
  /** Asks for the branches; nothing is brought here. */
  branches(remote: Remote): Promise<Branches>;
  /** All that is below a folder (the empty text: all there is), however odd, as far as is looked. */
  list(commit: string, folder: string): Promise<GitListing>;
  /** The bytes of blobs; those of more than `maxBytes` are missing, and what is too much together. */
  read(oids: readonly string[], maxBytes: number): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Makes a commit here and tells nobody. */
  commit(commit: NewCommit): Promise<string>;
  /** Has the branch go to a commit. `moved`: it is no longer where it was expected, and nothing was done. */
  push(remote: Remote, move: BranchMove, signal?: AbortSignal): Promise<'pushed' | 'moved'>;
  /** The newest commit that changed each file; a path without one is missing. */
  lastChange(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, GitCommit>>;
  /** Commits that changed a file, newest first. */
  log(commit: string, page: LogPage): Promise<readonly FileCommit[]>;
  /** Whether `ancestor` is the commit or stands below it. */
  isAncestor(ancestor: string, commit: string): Promise<boolean>;
  /** Looks at each part of the way to a remote. Never rejects because of the remote. */
  test(remote: Remote): Promise<readonly ConnectionCheck[]>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * - `address`: no such kind of address, or one that leads elsewhere
 * - `offline`: the host cannot be reached
 * - `host-key`: it is not known, or another one than before
 * - `credential`: not let in
 * - `not-found`: no such repository, or no such branch in it
 * - `refused`: the remote does not take the push
 * - `cut`: the line was lost, or what came over it is not whole
 * - `time`: it took too long
 * - `too-large`: more than is taken
 * - `damaged`: what lies here is not whole; the next fetch gets it anew
 * - `stopped`: given up by whoever asked
 * - `failed`: anything else
 */
export type GitReason =
  | 'address'
  | 'offline'
  | 'host-key'
  | 'credential'
  /** There is nothing to log in with, so the host was not asked. */
  | 'login'
  | 'not-found'
  | 'refused'
  | 'cut'
  | 'time'
  | 'too-large'
  | 'damaged'
  | 'stopped'
  | 'failed';

/** Why something could not be done with a repository. The message is for people, and holds no secret. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly reason: GitReason;

  constructor(reason: GitReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
