import { basename } from 'node:path';
import type { TextReader } from '../../dag/step-type.ts';
import { missingFlag } from './interpreter.ts';
import type { ReadText } from './readers.ts';

/** Who reads a text of a step, for those who look at definitions. */
export function textReader({ reader, isScript }: ReadText): TextReader {
  if (reader === null) return { kind: 'engine' };
  if (reader.language === undefined) return { kind: 'other' };
  const { read } = reader.language;
  if (read === null) return { kind: 'shell' };
  const fix = isScript ? null : missingFlag(reader);
  return { kind: 'language', program: basename(reader.program), read, fix };
}
