import { stemOf } from '../dag-file-names.ts';

/** Where a definition file lies. */
export interface DagPlace {
  /** Below the folder of DAGs, with `/`; empty: in that folder itself. */
  readonly folder: string;
  /** With extension. */
  readonly name: string;
}

/** The path of a file below the folder of DAGs. */
export const pathOfPlace = ({ folder, name }: DagPlace): string =>
  folder === '' ? name : `${folder}/${name}`;

/** The folder of a path below the folder of DAGs. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** How many folders lie above a file, or a folder, of this path. */
export const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

/**
 * Where the file of each DAG lies. A name is that of one file: of several the one nearer to the root has it, else the one that
 * had it first, and of those that are found at once the first by path.
 */
export class DagPlaces {
  /** The file that has the name comes first. */
  readonly #places = new Map<string, readonly DagPlace[]>();
  /** Folders of files that had their names before this engine started. */
  readonly #before = new Map<string, string>();

  /** The file that has the name comes first. */
  of(stem: string): readonly DagPlace[] {
    return this.#places.get(stem) ?? [];
  }

  stems(): Iterable<string> {
    return this.#places.keys();
  }

  /** The file of this folder had the name before, and keeps it. */
  remember(stem: string, folder: string): void {
    if (folder !== '') this.#before.set(stem, folder);
  }

  /** Everything has been looked at: what was there before has its name, or is gone. */
  forgetBefore(): void {
    this.#before.clear();
  }

  add(place: DagPlace): void {
    const stem = stemOf(place.name);
    const [first, ...others] = this.of(stem);
    if (first === undefined) this.#places.set(stem, [place]);
    else if (isSame(first, place) || others.some((other) => isSame(other, place))) return;
    else if (this.#comesBefore(stem, place, first))
      this.#places.set(stem, [place, first, ...others]);
    else this.#places.set(stem, [first, ...others, place]);
  }

  remove(place: DagPlace): void {
    const stem = stemOf(place.name);
    const [first, ...others] = this.of(stem);
    if (first === undefined) return;
    const left = isSame(first, place)
      ? others.toSorted(compare)
      : [first, ...others.filter((other) => !isSame(other, place))];
    if (left.length === 0) this.#places.delete(stem);
    else this.#places.set(stem, left);
  }

  #comesBefore(stem: string, place: DagPlace, first: DagPlace): boolean {
    if (rank(place) !== rank(first)) return rank(place) < rank(first);
    if (place.folder === first.folder) return compare(place, first) < 0;
    return this.#before.get(stem) === place.folder;
  }
}

const isSame = (one: DagPlace, other: DagPlace): boolean =>
  one.folder === other.folder && one.name === other.name;

const rank = ({ folder }: DagPlace): number => depthOf(folder);

/** Of `a.yaml` and `a.yml` of one folder the first counts. */
function compare(one: DagPlace, other: DagPlace): number {
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (one.folder !== other.folder) return one.folder < other.folder ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}
