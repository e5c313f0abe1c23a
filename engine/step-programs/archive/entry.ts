/** What an archive holds under one name, as it stands there. Nothing of it has been checked. */
export interface RawEntry {
  readonly path: string;
  /** `other`: a device, a pipe and the like. */
  readonly kind: 'file' | 'folder' | 'link' | 'hard link' | 'other';
  /** Bytes of its content, as its head says. */
  readonly size: number;
  /** Rights, as in `chmod`. */
  readonly mode: number;
  readonly modifiedAt: Date;
  /** What a link points to, as it stands there; empty for anything else. */
  readonly target: string;
}

export type Content = AsyncIterable<Uint8Array>;

/** Takes one entry after the other. It must read the content to its end, which is there for files. */
export type TakeEntry = (entry: RawEntry, content: Content) => Promise<void>;
