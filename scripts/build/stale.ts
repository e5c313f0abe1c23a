import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { glance, isUntouched, readStamp, stampFile, type Stamp } from './glance.js';
import type { Part } from './parts.ts';
import { fromRoot } from './root.js';

/** A part with what it would be built from now. */
export interface Stale {
  readonly part: Part;
  readonly stamp: Stamp;
}

/** How things are built is part of what is built. */
const always = ['package.json', 'package-lock.json', 'scripts/build'];

/** What has changed since it was last built, or was never built. */
export function staleParts(parts: readonly Part[]): readonly Stale[] {
  return parts
    .filter(({ name }) => !isUntouched(name))
    .map((part) => ({ part, stamp: stampNow(part) }))
    .filter((stale) => !isSameAsBuilt(stale));
}

/** With a stamp of before the build: a file that was saved meanwhile makes the part stale again. */
export function markBuilt({ part, stamp }: Stale): void {
  mkdirSync(dirname(stampFile(part.name)), { recursive: true });
  writeFileSync(stampFile(part.name), JSON.stringify(stamp));
}

function stampNow({ inputs: own, output }: Part): Stamp {
  const inputs = [...own, ...always];
  // The glance comes first, for the same reason.
  const seen = glance(inputs);
  return { print: fingerprint(inputs), inputs, output, glance: seen };
}

/** A checkout gives files new times with the content that they had: the next look need not read them again. */
function isSameAsBuilt(stale: Stale): boolean {
  const { part, stamp } = stale;
  const isSame = existsSync(fromRoot(part.output)) && readStamp(part.name)?.print === stamp.print;
  if (isSame) markBuilt(stale);
  return isSame;
}
