/** By what an entry of the index is known to be what its file says: as it was when it was read, and where. */
export interface ReadState {
  /** Stamp of the file. */
  readonly stamp: string;
  /** Fingerprint of base.yaml; empty where there was none. */
  readonly base: string;
  /** Of the text. */
  readonly hash: string;
  /** Below the folder of DAGs; empty: in that folder itself. */
  readonly folder: string;
}

/** As the index stores it. Only the folder, which comes last, can have any letter. */
export function readStateText({ stamp, base, hash, folder }: ReadState): string {
  return [stamp + (base === '' ? '' : `/${base}`), hash, ...(folder === '' ? [] : [folder])].join(
    '#',
  );
}

/** A text of the index in its parts. */
export function parseReadState(text: string): ReadState {
  const [files = '', hash = '', ...folder] = text.split('#');
  const [stamp = '', ...base] = files.split('/');
  return { stamp, base: base.join('/'), hash, folder: folder.join('#') };
}
