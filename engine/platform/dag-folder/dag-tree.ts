import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dagExtensions, isHidden, stemOf } from '../dag-file-names.ts';
import { lookAtDagFile, type DagFile } from '../dag-files.ts';
import { DagPlaces, folderOf, pathOfPlace, type DagPlace } from './dag-places.ts';
import { KnownFolders, type FolderListener } from './known-folders.ts';
import { leadsOut, whyNoneIn } from './read-folder.ts';

/**
 * The definition files of a folder and of the folders below it, by the names of their DAGs. It knows what a look at the
 * folder has found and what it was told since; a name that it does not know is looked for where something has changed.
 */
export class DagTree {
  readonly root: string;
  readonly #places = new DagPlaces();
  readonly #folders: KnownFolders;

  constructor(root: string) {
    this.root = root;
    this.#folders = new KnownFolders(root, this.#places);
  }

  /** Tells the folders whose changes have to be told by `note`. */
  follow(listener: FolderListener): void {
    this.#folders.follow(listener);
  }

  /** The file in this folder had the name before. Said before the first look. */
  remember(fileName: string, folder: string): void {
    this.#places.remember(fileName, folder);
  }

  /** Looks at all folders. Returns itself. */
  look(): this {
    this.#folders.look();
    this.#places.forgetBefore();
    return this;
  }

  /** Looks at one name, be it that of a file or of a folder. Returns the DAGs that may have changed with it. */
  note(place: DagPlace): ReadonlySet<string> {
    return this.#folders.note(place);
  }

  /** Looks at the folders whose names have changed. Returns the DAGs that may have changed with them. */
  lookAgain(): ReadonlySet<string> {
    return this.#folders.lookAgain();
  }

  /**
   * What bears the name of a DAG; null where there is nothing. Of `a.yaml` and `a.yml` of one folder the first counts, and
   * one with text before one without. `fileName` has no separators.
   *
   * @throws the errors of the file system, where a folder is in the way.
   */
  find(fileName: string): DagFile | null {
    if (isHidden(fileName)) return null;
    const file = this.#firstOf(atRoot(fileName));
    if (file !== null) return file;
    const below = this.#below(fileName);
    return below === null && this.lookAgain().has(fileName) ? this.#below(fileName) : below;
  }

  /** The DAG at a path below the folder, with its extension or not; null where there is none, or another file has its name. */
  at(path: string): DagFile | null {
    const file = this.find(stemOf(basename(path)));
    const isThere =
      file !== null && [file.path, join(this.root, itemIdOf(file))].includes(join(this.root, path));
    return isThere ? file : null;
  }

  /** The paths of all files of this name, that of the one that has it first. */
  pathsOf(fileName: string): readonly string[] {
    for (const place of atRoot(fileName)) this.note(place);
    const paths = this.#places.of(fileName).map(pathOfPlace);
    if (paths.length < 2) return paths;
    const file = this.find(fileName);
    const first = paths.filter((path) => file?.path === join(this.root, path));
    return [...first, ...paths.filter((path) => !first.includes(path))];
  }

  /** Why the file at a path below the folder, with extension, is no DAG; empty: it is one, or is not there. */
  whyNone(path: string): string {
    const place = placeOfPath(path);
    const why = whyNoneIn(place.folder);
    if (why !== null) return why;
    const stem = stemOf(place.name);
    // One that has its name for itself needs no look at the disk.
    const [first, other] = this.#places.of(stem).length < 2 ? [] : this.pathsOf(stem);
    if (first === undefined || other === undefined || first === path) return '';
    return `It is no DAG, because ${first} has the same name. Rename one of them.`;
  }

  /** The names of all DAGs, in their order. */
  names(): readonly string[] {
    return [...this.#places.stems()].sort();
  }

  /** The same after a look at all folders, of which those are told that follow. */
  namesNow(): readonly string[] {
    this.#folders.tell(this.#folders.look());
    return this.names();
  }

  /** The names that files in a folder have. */
  namesIn(folder: string): readonly string[] {
    return [...this.#folders.filesIn(folder)].map(stemOf);
  }

  /** What is wrong with folders and links. */
  problems(): readonly string[] {
    return this.#folders.problems();
  }

  #below(fileName: string): DagFile | null {
    return this.#firstOf(this.#places.of(fileName).filter(({ folder }) => folder !== ''));
  }

  #firstOf(places: Iterable<DagPlace>): DagFile | null {
    let odd: DagFile | null = null;
    for (const place of places) {
      if (odd !== null && odd.folder !== place.folder) continue;
      const file = this.#lookAt(place);
      if (file !== null && file.trouble === undefined) return file;
      odd ??= file;
    }
    return odd;
  }

  #lookAt(place: DagPlace): DagFile | null {
    const { folder, name } = place;
    const path = join(this.root, folder, name);
    if (folder !== '' && !this.#isSafe(folder, path)) return null;
    const found = lookAtDagFile(path);
    return found === null ? null : { fileName: stemOf(name), folder, ...found };
  }

  /** Whether the path leads out of the folder by no link. */
  #isSafe(folder: string, path: string): boolean {
    if (!this.#folders.areStill(folder)) return false;
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && !(found.isSymbolicLink() && leadsOut(this.root, path));
  }
}

const atRoot = (fileName: string): readonly DagPlace[] =>
  dagExtensions.map((extension) => ({ folder: '', name: fileName + extension }));

/** The path of a file below the folder of DAGs, without extension: what Git Sync calls it. */
export const itemIdOf = ({ folder, fileName }: Pick<DagFile, 'folder' | 'fileName'>): string =>
  folder === '' ? fileName : `${folder}/${fileName}`;

/** The place of a path below the folder of DAGs. */
export const placeOfPath = (path: string): DagPlace => ({
  folder: folderOf(path),
  name: basename(path),
});
