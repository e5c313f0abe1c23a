import { devNull } from 'node:os';
import { chmodSync, realpathSync, rmSync, statSync } from 'node:fs';
import { isMap, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml';
import { EngineError } from '../contract/errors.ts';
import { readText } from '../lib/regular-file.ts';
import { replaceText } from '../lib/write-file.ts';

/**
 * Writes settings into config.yaml, and leaves all else as it is: comments, order, and other keys. Returns the way back.
 *
 * @throws EngineError where there is no such file to write.
 */
export function changeConfigFile(file: string, settings: ReadonlyMap<string, unknown>): () => void {
  if (file === devNull) {
    throw new EngineError(
      'bad_request',
      'The engine has no file of settings that could be changed.',
    );
  }
  const before = textOf(file);
  // People keep their settings where they like: the link stays.
  const place = before === null ? file : realpathSync(file);
  write(place, changedConfig(before ?? '', settings));
  return () => {
    if (before === null) rmSync(place, { force: true });
    else write(place, before);
  };
}

function textOf(file: string): string | null {
  try {
    return readText(file, { links: 'follow' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function write(place: string, text: string): void {
  const rights = statSync(place, { throwIfNoEntry: false })?.mode;
  replaceText(place, text);
  if (rights !== undefined) chmodSync(place, rights & 0o777);
}

/** The text of config.yaml with other values for some keys, each with dots for nesting. */
export function changedConfig(text: string, settings: ReadonlyMap<string, unknown>): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new EngineError('bad_request', 'config.yaml is not valid YAML. Fix it first.');
  }
  for (const [key, value] of settings) setKey(document, key, value);
  return document.toString({ lineWidth: 0 });
}

/** `auth.mode`, and `mode` in `auth`, are one key to the engine: it is changed where it stands. */
function setKey(document: Document, key: string, value: unknown): void {
  if (document.contents === null) document.contents = document.createNode({}) as never;
  const root = document.contents as unknown as YAMLMap;
  const path = pathTo(root, key);
  // An empty group is a scalar without a value.
  for (let length = 1; length < path.length; length++) {
    const part = path.slice(0, length);
    if (document.getIn(part) === null) document.deleteIn(part);
  }
  try {
    document.setIn(path, value);
  } catch (cause) {
    const message = `config.yaml has \`${key}\` where it cannot be changed, such as behind an alias. Change it by hand.`;
    throw new EngineError('bad_request', message, { cause });
  }
}

function pathTo(map: YAMLMap, key: string): readonly string[] {
  for (const { key: name, value } of map.items as Pair[]) {
    const text = String(name);
    if (text === key) return [text];
    if (isMap(value) && key.startsWith(`${text}.`)) {
      return [text, ...pathTo(value, key.slice(text.length + 1))];
    }
  }
  return key.split('.');
}
