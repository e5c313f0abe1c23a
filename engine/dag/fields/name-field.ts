import { isDagName, NAME_RULE } from '../../contract/fields.ts';
import { quoted } from '../source/source-node.ts';
import type { ValueType } from './field.ts';
import { refined, text } from './scalar-types.ts';

/** A name of a DAG, or of what is called like one. */
export const nameOf = (what: string): ValueType<string> =>
  refined(text, (name, node, { label, report }) => {
    if (isDagName(name)) return name;
    report.error(node, `${label}: ${quoted(name)} is not a valid name for ${what}. ${NAME_RULE}`);
    return undefined;
  });
