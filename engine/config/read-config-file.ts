import { devNull } from 'node:os';
import { dirname } from 'node:path';
import { LineCounter, isAlias, isMap, parseDocument, type Document, type Node } from 'yaml';
import type { YAMLMap } from 'yaml';
import { readText } from '../lib/regular-file.ts';
import { StartError } from '../lib/start-error.ts';
import { didYouMean, suggest } from '../lib/suggest.ts';
import { checkAliases } from './check-aliases.ts';
import { configKeyNames, isConfigKey } from './config-keys.ts';
import { offsetWithin } from './offset-within.ts';
import { hasRefusedPart, isHarmless, refusal, refusedKeyFor } from './refused-keys.ts';
import type { Setting, SettingSource } from './setting.ts';

/** The settings of config.yaml. A file that does not exist has none, unless somebody has named it; /dev/null has none. */
export function readConfigFile(file: string, { mustExist = false } = {}): SettingSource {
  const source = sourceOf(file, mustExist);
  if (source === null) return { settings: [], problems: [] };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const broken = document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}`);
  if (broken.length > 0) return { settings: [], problems: broken };
  const misplaced = checkAliases(document);
  if (misplaced.length > 0) {
    return {
      settings: [],
      problems: misplaced.map(({ offset, problem }) => `${place(offset)}: ${problem}`),
    };
  }
  return new FileReader(document, place, dirname(file)).read();
}

function sourceOf(file: string, mustExist: boolean): string | null {
  // Who names it wants no file at all. It is no regular one, and any other device could be read without an end.
  if (file === devNull) return null;
  try {
    return readText(file, { links: 'follow' });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !mustExist) return null;
    if (isMissing) throw new StartError(`Settings file ${file} not found.`, { cause: error });
    throw new StartError(`Cannot read the settings: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** One walk through a document: collects settings and problems as it meets them. */
class FileReader {
  readonly #document: Document.Parsed;
  readonly #place: (offset: number) => string;
  readonly #settings: Setting[] = [];
  readonly #problems: string[] = [];
  readonly #base: string;

  constructor(document: Document.Parsed, place: (offset: number) => string, base: string) {
    this.#document = document;
    this.#place = place;
    this.#base = base;
  }

  read(): SettingSource {
    const root: unknown = this.#document.contents;
    if (isMap(root)) this.#readMap(root, '');
    else if (this.#document.toJS() !== null) {
      this.#problems.push(`${this.#place(0)}: the file must have keys and values`);
    }
    return { settings: this.#settings, problems: this.#problems };
  }

  #readMap(map: YAMLMap, prefix: string): void {
    for (const { key, value } of map.items) {
      // yaml gives the parts of a parsed document as nodes; an absent value is null.
      const keyNode = key as Node;
      const name = prefix + keyText(keyNode.toJS(this.#document));
      const node = value as Node | null;
      this.#readPair(
        name,
        keyNode.range?.[0] ?? 0,
        isAlias(node) ? (node.resolve(this.#document) ?? null) : node,
      );
    }
  }

  #readPair(name: string, offset: number, node: Node | null): void {
    const value: unknown = node?.toJS(this.#document) ?? null;
    const place = this.#place(offset);
    const refused = refusedKeyFor(name);
    if (value === null && (isConfigKey(name) || isGroup(name) || refused)) return;
    if (isConfigKey(name)) {
      const placeOf = (path: readonly PropertyKey[]) =>
        this.#place(offsetWithin(this.#document, node, path) ?? offset);
      const before = this.#settings.find(({ key }) => key === name);
      // YAML itself sees no more than that `auth.mode` and the `mode` of `auth` are two keys.
      if (before !== undefined) {
        this.#problems.push(`${place}: \`${name}\` is already set at ${before.place}`);
      }
      this.#settings.push({ key: name, value, place, placeOf, base: this.#base });
    } else if (isMap(node) && (isGroup(name) || hasRefusedPart(name))) {
      this.#readMap(node, `${name}.`);
    } else if (isGroup(name)) {
      this.#problems.push(`${place}: \`${name}\` must have keys and values`);
    } else if (refused) {
      if (!isHarmless(refused, value)) {
        this.#problems.push(`${place}: \`${name}\` ${refusal(refused)}`);
      }
    } else {
      this.#problems.push(`${place}: unknown key \`${name}\`${meant(name)}`);
    }
  }
}

/** A list or a map can be a key in YAML, if none of ours: not even one whose text is that of ours. */
function keyText(key: unknown): string {
  return typeof key === 'object' ? JSON.stringify(key) : String(key);
}

function isGroup(name: string): boolean {
  return configKeyNames.some((key) => key.startsWith(`${name}.`));
}

/** Also finds a key that stands outside its group: `dags_dir` is `paths.dags_dir`. */
function meant(name: string): string {
  const near = didYouMean(name, configKeyNames);
  if (near !== '') return near;
  const byLastPart = new Map(configKeyNames.map((key) => [key.split('.').at(-1) ?? key, key]));
  const last = suggest(name.split('.').at(-1) ?? name, byLastPart.keys());
  const key = last === undefined ? undefined : byLastPart.get(last);
  return key === undefined ? '' : `: did you mean \`${key}\`?`;
}
