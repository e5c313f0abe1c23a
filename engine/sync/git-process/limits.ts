const MIB = 1024 ** 2;

/**
 * What is taken of a remote, which may be anybody's: each of these is more than a repository of definitions has. Time has its
 * bound in `open-git.ts`, and with it whatever else a repository could make last.
 */
export const gitLimits = {
  /** Of all that is sent as one answer. */
  answerBytes: 1024 * MIB,
  /** Of the list of branches and tags. */
  refsBytes: 64 * MIB,
  /** Of one pack. */
  objects: 1_000_000,
  /** What they make when they are inflated and put together from differences. */
  inflatedBytes: 16 * 1024 * MIB,
  /** Of an object that is looked at as a whole; a larger one is passed over. */
  objectBytes: 32 * MIB,
  /** Differences that are made of one another; git makes 50. */
  chain: 4096,
  /** Of blobs that are read at once. */
  readBytes: 256 * MIB,
  /** Files and folders of a commit, and the text of their paths. */
  entries: 200_000,
  pathBytes: 64 * MIB,
  /** Folders in one another. */
  depth: 64,
  /** Of the beginning of a commit, in which stand its tree, its parents and its message. */
  commitBytes: 64 * 1024,
  /** That are looked through for one question. */
  commits: 50_000,
} as const;

export type GitLimits = { readonly [Limit in keyof typeof gitLimits]: number };
