import type { Report } from './report.ts';
import { isNull, quoted, type MapEntry, type SourceNode } from './source-node.ts';

/** Checks that keys are unique, and fills in what merge keys (`<<: *defaults`) bring: own entries win. */
export function mergeEntries(entries: readonly MapEntry[], report: Report): readonly MapEntry[] {
  const own = new Map<string, MapEntry>();
  for (const entry of entries) {
    if (isMergeKey(entry)) continue;
    const first = own.get(entry.key.text);
    if (first) reportDuplicate(entry, first, report);
    else own.set(entry.key.text, entry);
  }
  for (const entry of entries.filter(isMergeKey)) addMerged(entry.value, own, report);
  return [...own.values()];
}

function isMergeKey({ key, value }: MapEntry): boolean {
  return key.text === '<<' && value.kind !== 'scalar';
}

function addMerged(value: SourceNode, entries: Map<string, MapEntry>, report: Report): void {
  for (const source of value.kind === 'list' ? value.items : [value]) {
    if (source.kind !== 'map') {
      if (!isNull(source)) report.error(source, '`<<` requires a map or a list of maps');
      continue;
    }
    for (const entry of source.entries) {
      if (!entries.has(entry.key.text)) entries.set(entry.key.text, entry);
    }
  }
}

function reportDuplicate(entry: MapEntry, first: MapEntry, report: Report): void {
  const key = quoted(entry.key.text);
  report.error(entry.key, `key ${key} is already defined at ${report.placeOf(first.key)}`);
}
