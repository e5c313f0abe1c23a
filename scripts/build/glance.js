// @ts-check
/**
 * Whether a built part may be stale, found out without reading what it is built from. Plain JavaScript without
 * packages, since each call of the command line asks for it: TypeScript would have to be translated first.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fromRoot } from './root.js';

/**
 * What is kept of a build.
 * @typedef {object} Stamp
 * @property {string} print One word for the content of the inputs.
 * @property {readonly string[]} inputs
 * @property {string} output
 * @property {string} glance
 */

/**
 * Says that nothing of a part has changed since it was built; false where only its content can tell.
 * @param {string} name
 */
export function isUntouched(name) {
  const stamp = readStamp(name);
  return (
    stamp !== null && existsSync(fromRoot(stamp.output)) && glance(stamp.inputs) === stamp.glance
  );
}

/**
 * A text that changes with each change of a file or folder, as no program can set the time of a change back.
 * @param {readonly string[]} inputs
 */
export function glance(inputs) {
  return inputs.map((path) => glanceAt(fromRoot(path))).join('');
}

/**
 * @param {string} path
 * @returns {string}
 */
function glanceAt(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return `${path} is gone\n`;
  return stats.isDirectory() ? glanceInto(path) : `${path} ${stats.size} ${stats.ctimeMs}\n`;
}

/** @param {string} folder */
function glanceInto(folder) {
  let text = '';
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    text += entry.isDirectory() ? glanceInto(path) : glanceAt(path);
  }
  return text;
}

/**
 * Null: never built.
 * @param {string} name
 * @returns {Stamp | null}
 */
export function readStamp(name) {
  try {
    return JSON.parse(readFileSync(stampFile(name), 'utf8'));
  } catch {
    // There is none, or a crash cut it short: building once more is right for both.
    return null;
  }
}

/** @param {string} name */
export function stampFile(name) {
  return fromRoot(`out/.built/${name}`);
}
