import { isMap } from 'yaml';
import type { Remark } from '../remark.ts';
import { stepsOf } from './steps-of.ts';
import { documentsOf, type Said } from './turn-definition.ts';

/** What was said of steps and documents, with the lines at which they stand in a text that has the same of them. */
export function placeSaid(text: string, said: readonly Said[]): readonly Remark[] {
  if (said.length === 0) return [];
  const places = documentsOf(text).map(({ contents }) =>
    isMap(contents)
      ? { start: startOf(contents), steps: stepsOf(contents).map(startOf) }
      : { start: 0, steps: [] },
  );
  return said.map(({ document, step, message, needle = '' }) => {
    const place = places[document];
    const offset = (step === null ? place?.start : place?.steps[step]) ?? 0;
    // A text that YAML writes in another way is at the line of its step.
    const found = text.indexOf(needle, offset);
    return { line: lineOf(text, found === -1 ? offset : found), message };
  });
}

const startOf = ({ range }: { readonly range?: readonly number[] | null }): number =>
  range?.[0] ?? 0;

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
