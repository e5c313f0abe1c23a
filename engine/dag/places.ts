import type { MapEntry } from './source/source-node.ts';
import type { Report } from './source/report.ts';
import type { Place } from './step-type.ts';

/** Where a DAG, or the base of all, lets its steps run. */
export interface DagPlaces {
  readonly hasHost: boolean;
  readonly hasContainer: boolean;
  /** For steps that name no type. */
  readonly place: Place;
}

interface Keys {
  readonly has: (key: string) => boolean;
}

/** Where the steps of a DAG run: what it says itself wins over its base. Reports that it names two places. */
export function placesOf(
  given: ReadonlyMap<string, MapEntry>,
  base: Keys,
  report: Report,
): DagPlaces {
  const container = given.get('container');
  if (container && given.has('ssh'))
    report.error(container.key, '`container` cannot be combined with `ssh`');
  return {
    hasHost: given.has('ssh') || base.has('ssh'),
    hasContainer: given.has('container') || base.has('container'),
    place: placeIn(given) ?? placeIn(base),
  };
}

function placeIn(keys: Keys): Place {
  if (keys.has('container')) return 'container';
  return keys.has('ssh') ? 'host' : null;
}
