import { sealPiece, sealPlain, secretMask } from '../../dag/sealed-text.ts';
import { ByteSearch } from './byte-search.ts';
import { secretParts, type MaskSecret, type SecretPart } from './secret-parts.ts';

/** Secrets made ready to be looked for. Costs time for each byte of them: make it once and share it. */
export interface SecretSearch {
  readonly parts: readonly SecretPart[];
  readonly bytes: ByteSearch;
}

/** Makes secrets ready, under all texts by which they are known. */
export function searchFor(secrets: readonly MaskSecret[]): SecretSearch {
  const parts = secretParts(secrets);
  return { parts, bytes: new ByteSearch(parts.map(({ bytes }) => bytes)) };
}

/** What becomes of the bytes of a secret, and of all others. */
export interface MaskStyle {
  /** In place of the bytes of `part` from `from` on. */
  readonly secret: (part: SecretPart, from: number) => string;
  readonly plain: (bytes: Buffer) => Buffer;
}

/** For the eyes of people. */
export const masking: MaskStyle = { secret: () => secretMask, plain: (bytes) => bytes };

/** For what is stored and must become the same text again (`dag/sealed-text`). */
export const sealing: MaskStyle = {
  secret: ({ secret, part }, from) => sealPiece({ ...secret, part, from }),
  // Every byte is a character of latin1, so bytes that are no text survive.
  plain: (bytes) => Buffer.from(sealPlain(bytes.toString('latin1')), 'latin1'),
};

/** Takes bytes in pieces of any size. What it gives back together does not depend on where the pieces were cut. */
export interface Masker {
  /** What is certain by now: only bytes that may begin a secret are held back. May share memory with `bytes`. */
  readonly push: (bytes: Buffer) => Buffer;
  /** The rest. */
  readonly end: () => Buffer;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly part: SecretPart;
}

const nothing = Buffer.alloc(0);

/**
 * Replaces every byte that belongs to a secret. Of secrets that begin at the same place the longest counts; of one that
 * overlaps the end of another, the rest is replaced too.
 */
export function createMasker(search: SecretSearch, style: MaskStyle): Masker {
  let state = 0;
  let held = nothing;
  /** Starts and ends both grow: a match within another one is left out. */
  let matches: Match[] = [];

  function note(end: number, index: number): void {
    const part = search.parts[index];
    if (part === undefined) return;
    const start = end - part.bytes.length;
    while ((matches.at(-1)?.start ?? -Infinity) >= start) matches.pop();
    matches.push({ start, end, part });
  }

  /** Gives out `text` up to `settled`: what begins before that is known by now. */
  function release(text: Buffer, settled: number): Buffer {
    const pieces: Buffer[] = [];
    let at = 0;
    let next = 0;
    while (at < settled) {
      while (isPast(matches[next], matches[next + 1], at)) next += 1;
      const match = matches[next];
      if (match !== undefined && match.start <= at) {
        pieces.push(Buffer.from(style.secret(match.part, at - match.start)));
        at = match.end;
      } else {
        const end = Math.min(settled, match?.start ?? settled);
        pieces.push(style.plain(text.subarray(at, end)));
        at = end;
      }
    }
    matches = matches
      .slice(next)
      .filter(({ end }) => end > at)
      .map(({ start, end, part }) => ({ start: start - at, end: end - at, part }));
    // A copy: the memory belongs to whoever pushed it.
    held = Buffer.from(text.subarray(at));
    return pieces.length === 1 ? (pieces[0] ?? nothing) : Buffer.concat(pieces);
  }

  return {
    push: (bytes) => {
      const text = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      state = search.bytes.scan(text, { from: held.length, state }, note);
      return release(text, text.length - search.bytes.pending(state));
    },
    end: () => {
      state = 0;
      return release(held, held.length);
    },
  };
}

/** Whether a match is of no more use at a place: it ended before, or the one after it reaches further. */
function isPast(match: Match | undefined, after: Match | undefined, at: number): boolean {
  if (match === undefined) return false;
  return match.end <= at || (after !== undefined && after.start <= at);
}

/** A whole text at once. Text without a secret is given back as it is. */
export function replaceSecrets(search: SecretSearch, style: MaskStyle, text: string): string {
  const bytes = Buffer.from(text);
  const masker = createMasker(search, style);
  const replaced = Buffer.concat([masker.push(bytes), masker.end()]);
  return replaced.equals(bytes) ? text : replaced.toString();
}
