/** How a terminal would draw the text that follows. */
export interface Pen {
  readonly ink: Color | undefined;
  readonly ground: Color | undefined;
  readonly weight: '' | 'bold' | 'dim';
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
  readonly isStruck: boolean;
}

/** One of the eight colors of the theme, or a mixture that the styles keep readable. */
export type Color =
  | { readonly name: string }
  | { readonly red: number; readonly green: number; readonly blue: number };

export const plainPen: Pen = {
  ink: undefined,
  ground: undefined,
  weight: '',
  isItalic: false,
  isUnderlined: false,
  isInverse: false,
  isStruck: false,
};

const names = ['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', ''];
const cube = [0, 95, 135, 175, 215, 255];

const changes: Readonly<Record<number, Partial<Pen>>> = {
  0: plainPen,
  1: { weight: 'bold' },
  2: { weight: 'dim' },
  3: { isItalic: true },
  4: { isUnderlined: true },
  7: { isInverse: true },
  9: { isStruck: true },
  21: { isUnderlined: true },
  22: { weight: '' },
  23: { isItalic: false },
  24: { isUnderlined: false },
  27: { isInverse: false },
  29: { isStruck: false },
  39: { ink: undefined },
  49: { ground: undefined },
};

/** The pen after the numbers of a color sequence; what is unknown or incomplete changes nothing. */
export function turnedPen(pen: Pen, parameters: string): Pen {
  const groups = parameters.split(';');
  let next = pen;
  for (let index = 0; index < groups.length; index++) {
    const [code = 0, ...details] = (groups[index] ?? '').split(':').map(Number);
    if (code !== 38 && code !== 48 && code !== 58) {
      next = { ...next, ...(code === 4 && details[0] === 0 ? changes[24] : change(code)) };
      continue;
    }
    // Either `38:5:9` in one group, or `38;5;9` in several.
    const rest = details.length > 0 ? withoutSpace(details) : groups.slice(index + 1).map(Number);
    const { color, length } = longColor(rest);
    if (details.length === 0) index += length;
    if (color !== undefined && code !== 58)
      next = { ...next, [code === 38 ? 'ink' : 'ground']: color };
  }
  return next;
}

// With colons a color space may stand before the three: `38:2::255:0:0`.
function withoutSpace([kind = NaN, ...values]: readonly number[]): readonly number[] {
  return [kind, ...(kind === 2 && values.length > 3 ? values.slice(1) : values)];
}

function change(code: number): Partial<Pen> | undefined {
  const tens = Math.floor(code / 10);
  const index = code % 10;
  if (index > 7) return changes[code];
  if (tens === 3 || tens === 9) return { ink: named(index) };
  if (tens === 4 || tens === 10) return { ground: named(index) ?? { name: 'grey' } };
  return changes[code];
}

// White is the color of the text itself; as a ground it is grey.
function named(index: number): Color | undefined {
  const name = names[index] ?? '';
  return name === '' ? undefined : { name };
}

/** The color behind 38 or 48, and how many numbers it takes. */
function longColor(numbers: readonly number[]): {
  readonly color: Color | undefined;
  readonly length: number;
} {
  const [kind, ...values] = numbers;
  if (kind === 5) return { color: paletteColor(values[0] ?? NaN), length: 2 };
  if (kind !== 2) return { color: undefined, length: 1 };
  const [red = NaN, green = NaN, blue = NaN] = values;
  const isColor = [red, green, blue].every((one) => one >= 0 && one <= 255);
  return { color: isColor ? { red, green, blue } : undefined, length: 4 };
}

function paletteColor(index: number): Color | undefined {
  if (!(index >= 0 && index <= 255)) return undefined;
  if (index < 16) return named(index % 8);
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return { red: level, green: level, blue: level };
  }
  const place = index - 16;
  const level = (by: number) => cube[Math.floor(place / by) % 6] ?? 0;
  return { red: level(36), green: level(6), blue: level(1) };
}
