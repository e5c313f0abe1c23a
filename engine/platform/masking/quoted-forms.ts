import type { NamedForm } from './encoded-forms.ts';

/** A longer text is no part of an address or of a command. */
const LONGEST = 4 * 1024;

/** What programs write in place of a text within an address, and shells within a command that they show. */
export function* quotedForms(text: string): Generator<NamedForm> {
  if (text.length > LONGEST) return;
  for (const [name, style] of Object.entries(percentStyles)) {
    const upper = percentEncoded(text, style);
    yield [name, upper];
    yield [`${name}_lower`, upper.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())];
  }
  for (const [name, { characters, as }] of Object.entries(shellStyles))
    yield [name, text.replace(characters, as)];
}

/** Characters that stay as they are; and whether a blank becomes `+`. */
interface PercentStyle {
  readonly kept: RegExp;
  readonly plus?: true;
}

/** Those of RFC 3986 and of libraries in wide use, for a part, a path, a form, the user part and a whole address. */
const percentStyles: Readonly<Record<string, PercentStyle>> = {
  percent: { kept: /[\w.~-]/ },
  percent_script: { kept: /[\w.~!*'()-]/ },
  percent_path: { kept: /[\w.~/-]/ },
  percent_form: { kept: /[\w.~-]/, plus: true },
  percent_form_web: { kept: /[\w.*-]/, plus: true },
  percent_user: { kept: /[\w.~!$&'()*+,%-]/ },
  percent_user_strict: { kept: /[\w.~$&+,;=-]/ },
  percent_user_rfc: { kept: /[\w.~!$&'()*+,;=-]/ },
  percent_address: { kept: /[\w.~!*'();/?:@&=+$,#-]/ },
};

function percentEncoded(text: string, { kept, plus }: PercentStyle): string {
  let written = '';
  for (const character of text) {
    if (kept.test(character)) written += character;
    else if (plus && character === ' ') written += '+';
    else written += codesOf(character);
  }
  return written;
}

function codesOf(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** Within single quotes as bash and as dash write them (`set -x`), within double quotes (`declare -p`), and without any (`printf %q`). */
const shellStyles: Readonly<Record<string, { readonly characters: RegExp; readonly as: string }>> =
  {
    shell_single: { characters: /'/g, as: String.raw`'\''` },
    shell_single_dash: { characters: /'/g, as: `'"'"'` },
    shell_double: { characters: /["$\\`]/g, as: String.raw`\$&` },
    shell_bare: { characters: /[^\w@%+=:,./#~\x80-\uffff-]/g, as: String.raw`\$&` },
  };
