import { suggest } from '../../lib/suggest.ts';
import { encodingOf, textEncodings, type TextEncoding } from '../../lib/text-encoding.ts';
import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** An encoding by any of its usual names. */
export const textEncoding: ValueType<TextEncoding> = {
  ...refined(text, (written, node, { label, report }) => {
    const encoding = encodingOf(written);
    if (encoding !== null) return encoding;
    const meant = suggest(written, textEncodings);
    const hint = meant === undefined ? OTHERS : `: did you mean \`${meant}\`?`;
    report.error(node, `${label}: unknown encoding ${quoted(written)}${hint}`, meant);
    return undefined;
  }),
  schema: { type: 'string', examples: [...textEncodings] },
};

const OTHERS =
  '. Known are encodings that write ASCII as it is, such as `utf-8`, `windows-1252`, `iso-8859-15`, `shift_jis` and `gbk`';
