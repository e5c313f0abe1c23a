import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type Check } from './check.ts';

const FILE = 'CHANGELOG.md';
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const release = /^## \[(?<version>\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/;

export const changelogCheck: Check = {
  title: 'Changelog',
  async run() {
    const text = readFileSync(join(projectRoot, FILE), 'utf8');
    return changelogProblems(text)
      .map((problem) => `${FILE}:${problem}`)
      .join('\n');
  },
};

/**
 * What breaks the form of "Keep a changelog": the title, `Unreleased` first, releases with a date and from new to old,
 * known kinds of change, each once a release, and entries that are whole sentences.
 */
export function changelogProblems(text: string): readonly string[] {
  const reader = new ChangelogReader();
  const lines = text.split('\n');
  if (lines[0] !== '# Changelog') reader.complain(1, 'The first line is "# Changelog".');
  lines.forEach((line, index) => reader.read(line, index + 1));
  reader.end(lines.length);
  return reader.problems;
}

class ChangelogReader {
  readonly problems: string[] = [];
  private readonly versions: string[] = [];
  private kindsHere: string[] = [];
  private hasUnreleased = false;
  private entry: { text: string; line: number } | null = null;

  read(line: string, number: number): void {
    if (this.entry !== null && /^ {2}\S/.test(line)) {
      this.entry.text += ` ${line.trim()}`;
      return;
    }
    this.endEntry();
    if (line.startsWith('## ')) this.readRelease(line, number);
    else if (line.startsWith('### ')) this.readKind(line.slice(4), number);
    else if (line.startsWith('- ')) this.beginEntry(line, number);
    else if (line !== '' && this.hasUnreleased) {
      this.complain(number, 'Below a release stand kinds of change and entries alone.');
    }
  }

  end(lastLine: number): void {
    this.endEntry();
    if (!this.hasUnreleased) this.complain(lastLine, 'There is no "## [Unreleased]".');
  }

  complain(line: number, problem: string): void {
    this.problems.push(`${line}: ${problem}`);
  }

  private readRelease(line: string, number: number): void {
    this.kindsHere = [];
    if (line === '## [Unreleased]') {
      if (this.hasUnreleased || this.versions.length > 0) {
        this.complain(number, '"[Unreleased]" stands once, before every release.');
      }
      this.hasUnreleased = true;
      return;
    }
    const version = release.exec(line)?.groups?.version;
    if (version === undefined) {
      this.complain(number, 'A release is "## [1.2.3] - 2026-01-31".');
      return;
    }
    const newer = this.versions.at(-1);
    if (newer !== undefined && compareVersions(version, newer) >= 0) {
      this.complain(number, `${version} stands below ${newer}: the newest release comes first.`);
    }
    this.versions.push(version);
  }

  private readKind(kind: string, number: number): void {
    if (!kinds.includes(kind)) this.complain(number, `"${kind}" is none of ${kinds.join(', ')}.`);
    if (this.kindsHere.includes(kind)) {
      this.complain(number, `"${kind}" stands twice in one release.`);
    }
    this.kindsHere.push(kind);
  }

  private beginEntry(line: string, number: number): void {
    if (this.kindsHere.length === 0)
      this.complain(number, 'An entry stands below a kind of change.');
    this.entry = { text: line.slice(2), line: number };
  }

  private endEntry(): void {
    if (this.entry !== null && !/^[A-Z0-9`"].*[.!)`]$/.test(this.entry.text)) {
      this.complain(this.entry.line, 'An entry is a sentence: a capital first, a full stop last.');
    }
    this.entry = null;
  }
}

function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split('.').map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const difference = a.map((part, index) => part - (b[index] ?? 0));
  return difference.find((part) => part !== 0) ?? 0;
}
