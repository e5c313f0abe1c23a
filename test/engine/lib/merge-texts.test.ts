import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts, type MergePiece } from '../../../engine/lib/merge-texts.ts';
import { runGit } from '../../support/git/git.ts';
import { temporaryFolder } from '../../support/home.ts';

const line = fc.oneof(fc.constantFrom('a', 'b', '', '__proto__', 'constructor'), fc.string());
const text = fc
  .tuple(fc.array(line), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

const conflictsOf = (pieces: readonly MergePiece[]) =>
  pieces.filter((piece) => piece.kind === 'conflict');

/** What comes of a merge when a person decides all for one side. */
function decidedFor(side: 'mine' | 'theirs', pieces: readonly MergePiece[]): string {
  return pieces.map((piece) => (piece.kind === 'conflict' ? piece[side] : piece.text)).join('');
}

const swapped = { same: 'same', both: 'both', mine: 'theirs', theirs: 'mine' } as const;

/** What somebody makes of lines that are all different: each stays, goes, or has others in its place. */
interface Edited {
  readonly lines: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

type Edit = 'keep' | 'remove' | 'replace' | 'insert';
const edits = fc.array(
  fc.constantFrom<Edit>('keep', 'keep', 'keep', 'remove', 'replace', 'insert'),
);

function edited(base: readonly string[], who: string, steps: readonly Edit[]): Edited {
  const added: string[] = [];
  const lines = base.flatMap((own, index) => {
    const step = steps[index] ?? 'keep';
    if (step === 'keep') return [own];
    if (step === 'remove') return [];
    const fresh = `${who} ${index}\n`;
    added.push(fresh);
    return step === 'replace' ? [fresh] : [fresh, own];
  });
  return { lines, added, gone: base.filter((own) => !lines.includes(own)) };
}

const story = fc.record({ count: fc.integer({ max: 12, min: 0 }), mine: edits, theirs: edits });

function threeOf({ count, mine, theirs }: { count: number; mine: Edit[]; theirs: Edit[] }) {
  const base = Array.from({ length: count }, (_, index) => `line ${index}\n`);
  return { base, mine: edited(base, 'mine', mine), theirs: edited(base, 'theirs', theirs) };
}

function merged(three: ReturnType<typeof threeOf>): readonly MergePiece[] {
  const { base, mine, theirs } = three;
  return mergeTexts({
    base: base.join(''),
    mine: mine.lines.join(''),
    theirs: theirs.lines.join(''),
  });
}

describe('a merge of three texts', () => {
  it('takes the change of the one side that has changed something', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const mine = mergeTexts({ base, mine: changed, theirs: base });
        const theirs = mergeTexts({ base, mine: base, theirs: changed });

        expect(decidedFor('theirs', mine)).toBe(changed);
        expect(decidedFor('mine', theirs)).toBe(changed);
        expect(conflictsOf([...mine, ...theirs])).toEqual([]);
      }),
    );
  });

  it('sees no conflict where both sides have made the same', () => {
    fc.assert(
      fc.property(text, text, (base, both) => {
        const pieces = mergeTexts({ base, mine: both, theirs: both });

        expect(decidedFor('mine', pieces)).toBe(both);
        expect(conflictsOf(pieces)).toEqual([]);
      }),
    );
  });

  it('is the same with the sides in each other’s place', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const pieces = mergeTexts({ base, mine, theirs });

        const mirrored = mergeTexts({ base, mine: theirs, theirs: mine });

        expect(mirrored).toEqual(
          pieces.map((piece) =>
            piece.kind === 'conflict'
              ? { ...piece, mine: piece.theirs, theirs: piece.mine }
              : { ...piece, kind: swapped[piece.kind] },
          ),
        );
      }),
    );
  });

  it('loses no line that somebody has added, and brings none back that somebody has removed', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const three = threeOf(steps);
        const pieces = merged(three);
        const decided = decidedFor('mine', pieces);
        const offered = decided + decidedFor('theirs', pieces);

        for (const added of [...three.mine.added, ...three.theirs.added]) {
          expect(offered).toContain(added);
        }
        if (conflictsOf(pieces).length > 0) return;
        for (const gone of [...three.mine.gone, ...three.theirs.gone]) {
          expect(decided).not.toContain(gone);
        }
      }),
    );
  });

  it('has a text of each side in every conflict, and not the same one', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        for (const conflict of conflictsOf(mergeTexts({ base, mine, theirs }))) {
          expect(conflict.mine).not.toBe(conflict.theirs);
          expect(mine).toContain(conflict.mine);
          expect(theirs).toContain(conflict.theirs);
          expect(base).toContain(conflict.base);
        }
      }),
    );
  });

  it('comes to what git comes to', async () => {
    const folder = temporaryFolder('merge');
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const three = threeOf(steps);
        const pieces = merged(three);
        const texts = { base: three.base, mine: three.mine.lines, theirs: three.theirs.lines };
        for (const [name, lines] of Object.entries(texts)) {
          writeFileSync(join(folder, name), lines.join(''));
        }

        const args = ['mine', 'base', 'theirs'];
        const git = await runGit(folder, ['merge-file', '-p', ...args]).catch(() => null);

        expect(conflictsOf(pieces).length === 0).toBe(git !== null);
        if (git !== null) expect(decidedFor('mine', pieces).replace(/\n$/, '')).toBe(git);
      }),
      { numRuns: 60 },
    );
  });

  it('finds the changes of a definition of thousands of steps that are much alike', () => {
    const step = (index: number, command = 'echo') =>
      `  - name: step-${index}\n    command: ${command}\n    retry_policy:\n      limit: 3\n`;
    const steps = (changed: ReadonlyMap<number, string>) =>
      Array.from({ length: 4000 }, (_, index) => step(index, changed.get(index))).join('');
    const mine = new Map([
      [7, 'mine'],
      [2000, 'mine'],
    ]);
    const theirs = new Map([
      [9, 'theirs'],
      [3990, 'theirs'],
    ]);

    const pieces = mergeTexts({
      base: steps(new Map()),
      mine: steps(mine),
      theirs: steps(theirs),
    });

    expect(conflictsOf(pieces)).toEqual([]);
    expect(decidedFor('mine', pieces)).toBe(steps(new Map([...mine, ...theirs])));
  });

  it('makes one conflict of what is too much to compare, without what is around it', () => {
    const many = (around: string) => `${around}\n${'same\n'.repeat(5000)}${around}\n`;

    const pieces = mergeTexts({
      base: `first\n${many('base')}last\n`,
      mine: `first\n${many('mine')}last\n`,
      theirs: `first\n${many('theirs')}last\n`,
    });

    expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'conflict', 'same']);
  });

  it('shows what each side has made of the same line', () => {
    const three = (word: string) => `schedule: "${word}"\nsteps:\n  - name: a\n`;

    const pieces = mergeTexts({
      base: three('daily'),
      mine: `${three('hourly')}# mine\n`,
      theirs: `# theirs\n${three('weekly')}`,
    });

    expect(pieces).toEqual([
      {
        kind: 'conflict',
        base: 'schedule: "daily"\n',
        mine: 'schedule: "hourly"\n',
        theirs: '# theirs\nschedule: "weekly"\n',
      },
      { kind: 'same', text: 'steps:\n  - name: a\n' },
      { kind: 'mine', text: '# mine\n' },
    ]);
  });
});
