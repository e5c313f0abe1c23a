import { texts } from './texts.ts';

/** `812 bytes`, `4.2 KB`, `412 MB`: three figures at most. A KB is 1024 bytes, as for memory everywhere. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return texts.size.bytes(bytes);
  let value = bytes;
  let unit = '';
  for (const next of texts.size.units) {
    if (value < 1000 && unit !== '') break;
    value /= 1024;
    unit = next;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
