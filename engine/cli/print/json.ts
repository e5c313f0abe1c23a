import { visibleJson } from '../../contract/visible-text.ts';

/** A result for other programs. */
export function json(result: unknown): string {
  return `${visibleJson(JSON.stringify(result, null, 2))}\n`;
}
