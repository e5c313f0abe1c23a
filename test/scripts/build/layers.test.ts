import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtOutput } from '../../support/built-output.ts';

const entry = builtOutput('out/cli/index.js');
const early = /^(?:import|export) [^"]*"\.\/([^"]+)"/gm;
const late = /import\("\.\/([^"]+)"\)/g;

const codeOf = (file: string): string => readFileSync(join(dirname(entry), file), 'utf8');

/** The files that a file names in such a way. */
function namesIn(file: string, way: RegExp): readonly string[] {
  return [...codeOf(file).matchAll(way)].flatMap(([, name]) => name ?? []);
}

/** A file and all that is loaded with it, beside what is known. */
function loadedWith(file: string, known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const found = new Set(known);
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    namesIn(name, early).forEach(visit);
  };
  visit(file);
  return found;
}

/** What a command loads before it knows what it is to do. */
function loadedByCommand(): ReadonlySet<string> {
  const [command = ''] = namesIn('index.js', late);
  return loadedWith(command, loadedWith('index.js'));
}

/** What a start loads before it knows whether an engine serves. */
function loadedByStart(): ReadonlySet<string> {
  const commands = [...loadedByCommand()].flatMap((name) => namesIn(name, late));
  const start = commands.find((name) => name.startsWith('start-run-')) ?? '';
  return loadedWith(start, loadedByCommand());
}

const layersIn = (files: Iterable<string>): readonly string[] =>
  [...files].flatMap((name) => /^(.*)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []);

describe('the built command line', () => {
  it('comes in few files for a command, none of which is the engine', () => {
    const loaded = loadedByCommand();

    expect(layersIn(loaded)).toEqual(expect.arrayContaining(['first', 'command']));
    for (const later of ['connection', 'definition', 'engine']) {
      expect(layersIn(loaded)).not.toContain(later);
    }
    expect(loaded.size).toBeLessThan(10);
  });

  it('knows the routes of operations and not their shapes, which a command does not need', () => {
    const loaded = [...loadedByStart()].map(codeOf).join('\n');

    expect(loaded).toMatch(/^(?:var|const) routes = /m);
    expect(loaded).not.toMatch(/^(?:var|const) operations = /m);
  });

  it('comes in few more for a command that is the engine', () => {
    const ofStart = loadedByStart();
    const [own = ''] = [...ofStart]
      .flatMap((name) => namesIn(name, late))
      .filter((name) => name.startsWith('own-engine-'));

    const loaded = loadedWith(own, ofStart);

    expect(layersIn(loaded)).toEqual(
      expect.arrayContaining(['connection', 'definition', 'engine']),
    );
    expect(loaded.size).toBeLessThan(20);
  });
});
