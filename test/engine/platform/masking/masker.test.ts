import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMasker,
  masking,
  replaceSecrets,
  searchFor,
  type Masker,
  type MaskStyle,
} from '../../../../engine/platform/masking/masker.ts';
import { secretParts } from '../../../../engine/platform/masking/secret-parts.ts';

const secretsOf = (values: readonly string[]) =>
  values.map((value, index) => ({ runKey: '1', name: `S${index}`, value }));
const mask = (values: readonly string[], text: string) =>
  replaceSecrets(searchFor(secretsOf(values)), masking, text);

function inPieces(masker: Masker, bytes: Buffer, cuts: readonly number[]): Buffer {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  const given = places.slice(1).map((end, index) => {
    // The memory is used again, as that of a read is.
    const piece = Buffer.from(bytes.subarray(places[index], end));
    const out = Buffer.from(masker.push(piece));
    piece.fill(0);
    return out;
  });
  return Buffer.concat([...given, masker.end()]);
}

/** A text as a JSON string writes it, with numbers for some of its characters. */
const numbered = (text: string, characters: RegExp): string =>
  text.replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const strict = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function userPart(text: string): string {
  const url = new URL('https://example.com');
  url.password = text;
  return url.password;
}

describe('masking', () => {
  it.each([
    { values: ['hunter2'], text: 'hunter2', masked: '*******' },
    { values: ['hunter2'], text: 'a hunter2hunter2 hunter b', masked: 'a ************** hunter b' },
    { values: ['a'], text: 'banana', masked: 'b*******n*******n*******' },
    { values: [], text: 'plain', masked: 'plain' },
    { values: [''], text: 'plain', masked: 'plain' },
    { values: ['pass', 'password'], text: 'password pass', masked: '******* *******' },
    { values: ['sword', 'password'], text: 'password sword', masked: '******* *******' },
    { values: ['xpass', 'password'], text: 'xpassword', masked: '**************' },
    { values: ['abc', 'bcd', 'cdef'], text: 'abcdef', masked: '**************' },
    { values: ['abcd', 'bc'], text: 'abce', masked: 'a*******e' },
    { values: ['aab'], text: 'aaab', masked: 'a*******' },
    { values: ['say "hi"\\'], text: '{"a":"say \\"hi\\"\\\\"}', masked: '{"a":"*******"}' },
    { values: ['\t padded \n'], text: 'x padded x', masked: 'x ******* x' },
    { values: ['ab\n'], text: 'ab', masked: '*******' },
    { values: ['größe'], text: 'die größe!', masked: 'die *******!' },
  ])('turns $text into $masked for $values', ({ values, text, masked }) => {
    expect(mask(values, text)).toBe(masked);
  });

  it('knows a secret of many lines as a whole, by its lines, and as JSON', () => {
    const key = '-----BEGIN-----\nAAAA "quoted"\r\nend\n\n-----END-----\n';

    expect(mask([key], `<${key}>`)).toBe('<*******>');
    expect(mask([key], '-----BEGIN-----\r\n> AAAA "quoted"\nend\n')).toBe(
      '*******\r\n> *******\nend\n',
    );
    expect(mask([key], JSON.stringify({ key }))).toBe('{"key":"*******"}');
    expect(mask([key], JSON.stringify('AAAA "quoted"'))).toBe('"*******"');
  });

  it.each([
    ['base64', (text) => Buffer.from(text).toString('base64')],
    ['base64 for URLs', (text) => Buffer.from(text).toString('base64url')],
    [
      'base64 for URLs with padding',
      (text) => Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
    ],
    ['hex', (text) => Buffer.from(text).toString('hex')],
    ['hex in capitals', (text) => Buffer.from(text).toString('hex').toUpperCase()],
    ['JSON of Python', (text) => numbered(text, /[\x80-\uffff]/g)],
    ['JSON of PHP', (text) => numbered(text, /[\x80-\uffff]/g).replaceAll('/', '\\/')],
    ['JSON of Go', (text) => numbered(text, /[<>&]/g)],
    ['JSON with numbers alone', (text) => numbered(text, /[^]/g)],
    [
      'JSON with numbers in capitals',
      (text) => numbered(text, /[^]/g).replace(/[a-f]/g, (one) => one.toUpperCase()),
    ],
  ] satisfies [string, (text: string) => string][])('knows a secret in %s', (_name, encode) => {
    for (const secret of [
      'hunter2/',
      'a longer one?>',
      'gr\u00f6\u00dfer als 8 <&>',
      '\u{1f600}~~~~~~>>>???',
    ])
      expect(mask([secret], `x ${encode(secret)} y`)).toBe('x ******* y');
  });

  it.each([
    ['a part of an address', encodeURIComponent],
    ['the same in small letters', (text) => encodeURIComponent(text).toLowerCase()],
    ['an address by Python', (text) => strict(text).replaceAll('%2F', '/')],
    ['a query by Python', (text) => strict(text).replaceAll('%20', '+')],
    ['a form', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
    ['an address as a whole', encodeURI],
    ['the user part of an address', userPart],
    ['a command that bash shows', (text) => text.replaceAll("'", String.raw`'\''`)],
    ['a command that dash shows', (text) => text.replaceAll("'", `'"'"'`)],
    ['a variable that bash declares', (text) => text.replace(/["$\\`]/g, String.raw`\$&`)],
  ] satisfies [string, (text: string) => string][])('knows a secret in %s', (_name, write) => {
    for (const secret of [
      "it's",
      'p@s/w:rd',
      'a b+c$d%e&f',
      'gr\u00f6\u00dfe "x" `y`',
      '~tilde!*()',
    ])
      expect(mask([secret], `x=${write(secret)}&y`)).toBe('x=*******&y');
  });

  it('knows the lines of a secret without their indentation', () => {
    const secret = 'key:\n    first line\n  - "second" line\n    x\n';

    expect(mask([secret], 'first line\n- "second" line\nx')).toBe('*******\n*******\nx');
    expect(mask([secret], JSON.stringify('- "second" line'))).toBe('"*******"');
  });

  it('knows the longer texts of a secret that is JSON, however they are printed', () => {
    const key = '-----BEGIN-----\nAAAABBBB/\n-----END-----\n';
    const secret = JSON.stringify(
      { id: 'short', deep: [{ token: 'a "long" token' }], key },
      null,
      2,
    );

    expect(mask([secret], `short: a "long" token`)).toBe('short: *******');
    expect(mask([secret], key)).toBe('*******');
    expect(mask([secret], 'AAAABBBB/')).toBe('*******');
    expect(mask([secret], encodeURIComponent('a "long" token'))).toBe('*******');
    expect(mask([secret], Buffer.from('a "long" token').toString('hex'))).toBe('*******');
    expect(mask(['{"broken": "and longer"'], 'and longer')).toBe('and longer');
  });

  it('knows a secret within what is encoded, wherever it begins and ends', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 8, maxLength: 40 })
      .map((one) => `s${one}t`);
    const around = fc.string({ maxLength: 4 });
    const encoding = fc.constantFrom('base64' as const, 'base64url' as const);

    fc.assert(
      fc.property(around, text, around, encoding, (before, secret, after, as) => {
        const encoded = Buffer.from(before + secret + after).toString(as);
        const shown = mask([secret], encoded).replaceAll('*******', '');

        // Of the secret itself, less than a character shows at each end.
        const others = Buffer.byteLength(before) + Buffer.byteLength(after);
        expect(shown.length).toBeLessThanOrEqual(Math.ceil((others * 4) / 3) + 4);
      }),
    );
  });

  it('knows long secrets in the lines that base64, openssl and xxd print', () => {
    const secret = Array.from({ length: 40 }, (_, index) => `line ${index * 7919}`).join('\n');
    const printed = (form: string, width: number): string =>
      form.replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
    const base64 = Buffer.from(`${secret}\n`).toString('base64');

    for (const [form, width] of [
      [base64, 76],
      [base64, 64],
      [Buffer.from(secret).toString('hex'), 60],
    ] as const) {
      expect(mask([secret], printed(form, width))).toMatch(/^(?:\*{7}\n)+\*{7}\w{0,3}=*$/);
    }
  });

  it('leaves what short secrets look like when they are encoded', () => {
    expect(mask(['hunter2'], Buffer.from('hunter2').toString('hex'))).toBe('68756e74657232');
  });

  it('leaves bytes alone that are no text', () => {
    const noise = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x80]);
    const masker = createMasker(searchFor(secretsOf(['hunter2'])), masking);

    const out = inPieces(masker, Buffer.concat([noise, Buffer.from('hunter2'), noise]), [3, 8]);

    expect(out).toEqual(Buffer.concat([noise, Buffer.from('*******'), noise]));
  });

  it('holds back only what may be the beginning of a secret', () => {
    const masker = createMasker(searchFor(secretsOf(['hunter2', 'unity'])), masking);
    const push = (text: string) => masker.push(Buffer.from(text)).toString();

    expect(push('Name? ')).toBe('Name? ');
    expect(push('hun')).toBe('');
    expect(push('i')).toBe('h');
    expect(push('x')).toBe('unix');
    expect(push('hunter')).toBe('');
    expect(push('2')).toBe('*******');
    expect(push('the hu')).toBe('the ');
    expect(masker.end().toString()).toBe('hu');
  });

  it('covers every byte of every secret and no other, wherever the pieces are cut', () => {
    const letters = fc.constantFrom('a', 'b', '"', '\n');
    const values = fc.array(fc.string({ unit: letters, maxLength: 6 }), { maxLength: 4 });
    const text = fc.string({ unit: letters, maxLength: 60 });
    // A secret leaves a byte that nothing else holds, so that the plain bytes can be told from it.
    const style: MaskStyle = { secret: () => '.', plain: (bytes) => bytes };

    fc.assert(
      fc.property(values, text, fc.array(fc.nat()), (secrets, written, cuts) => {
        const search = searchFor(secretsOf(secrets));
        const masked = inPieces(createMasker(search, style), Buffer.from(written), cuts).toString();

        expect(masked).toBe(replaceSecrets(search, style, written));
        expect(masked.replace(/\.+/g, '.')).toBe(covered(secrets, written));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes a time that does not grow with the number and the likeness of secrets', () => {
    const alike = Array.from({ length: 300 }, (_, index) => 'a'.repeat(index + 1) + 'b');
    const text = 'a'.repeat(300_000);

    expect(mask(alike, text)).toBe(text);
  });
});

/** What masking means, said in another way: each place where a text of a secret stands is covered. */
function covered(values: readonly string[], text: string): string {
  const hidden = Array.from(text, () => false);
  for (const { bytes } of secretParts(secretsOf(values))) {
    const part = bytes.toString();
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
      hidden.fill(true, at, at + part.length);
    }
  }
  return Array.from(text, (char, at) => (hidden[at] === true ? '.' : char))
    .join('')
    .replace(/\.+/g, '.');
}
