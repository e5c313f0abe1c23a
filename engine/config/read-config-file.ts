import { readFileSync } from 'node:fs';
import { LineCounter, isMap, parseDocument, type Document, type Node, type YAMLMap } from 'yaml';
import { StartError } from '../lib/start-error.ts';
import { didYouMean, suggest } from '../lib/suggest.ts';
import { configKeyNames, isConfigKey } from './config-keys.ts';
import { hasHarmlessPart, laterKeyFor } from './later-keys.ts';
import { notAvailable, type Setting, type SettingSource } from './setting.ts';

/** The settings of config.yaml. A file that does not exist has none. */
export function readConfigFile(file: string): SettingSource {
  const source = readIfExists(file);
  if (source === null) return { settings: [], problems: [] };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    return {
      settings: [],
      problems: document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}`),
    };
  }
  return new FileReader(document, place).read();
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartError(`The settings cannot be read: ${(error as Error).message}.`, {
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

  constructor(document: Document.Parsed, place: (offset: number) => string) {
    this.#document = document;
    this.#place = place;
  }

  read(): SettingSource {
    const root: unknown = this.#document.contents;
    if (isMap(root)) this.#readMap(root, '');
    else if (this.#document.toJS() !== null) {
      this.#problems.push(`${this.#place(0)}: the file must hold keys and values`);
    }
    return { settings: this.#settings, problems: this.#problems };
  }

  #readMap(map: YAMLMap, prefix: string): void {
    for (const { key, value } of map.items) {
      // yaml gives the parts of a parsed document as nodes; an absent value is null.
      const keyNode = key as Node;
      const name = prefix + String(keyNode.toJS(this.#document));
      this.#readPair(name, this.#place(keyNode.range?.[0] ?? 0), value as Node | null);
    }
  }

  #readPair(name: string, place: string, node: Node | null): void {
    const value: unknown = node?.toJS(this.#document) ?? null;
    const later = laterKeyFor(name);
    if (value === null && (isConfigKey(name) || isGroup(name) || later)) return;
    if (isConfigKey(name)) {
      this.#settings.push({ key: name, value, place });
    } else if (isMap(node) && (isGroup(name) || hasHarmlessPart(name))) {
      this.#readMap(node, `${name}.`);
    } else if (isGroup(name)) {
      this.#problems.push(`${place}: \`${name}\` must hold keys and values`);
    } else if (later) {
      if (value !== later.harmless) this.#problems.push(notAvailable(place, name));
    } else {
      this.#problems.push(`${place}: unknown key \`${name}\`${meant(name)}`);
    }
  }
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
