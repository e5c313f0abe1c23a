import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import type { Part } from './parts.ts';
import { fromRoot } from './root.ts';

/** A part with the content that it would be built from now. */
export interface Stale {
  readonly part: Part;
  readonly print: string;
}

/** What has changed since it was last built, or was never built. */
export function staleParts(parts: readonly Part[]): readonly Stale[] {
  return parts
    .map((part) => ({ part, print: fingerprint(part.inputs) }))
    .filter(({ part, print }) => !existsSync(fromRoot(part.output)) || stampOf(part) !== print);
}

/** Taken before the build: a file that was saved meanwhile makes the part stale again. */
export function markBuilt({ part, print }: Stale): void {
  mkdirSync(dirname(stampFile(part)), { recursive: true });
  writeFileSync(stampFile(part), print);
}

function stampOf(part: Part): string | null {
  return existsSync(stampFile(part)) ? readFileSync(stampFile(part), 'utf8') : null;
}

function stampFile({ name }: Part): string {
  return fromRoot(`out/.built/${name}`);
}
