/** What a page of a table or an index holds. Cells and children that make no sense are left out, and counted. */
export interface TreePage {
  readonly kind: 'table' | 'index';
  /** Pages below it; none in a leaf. */
  readonly children: readonly number[];
  readonly cells: readonly Cell[];
  /** Whether something of it made no sense. */
  readonly isDamaged: boolean;
}

/** One record of a leaf, or of an inner page of an index. */
export interface Cell {
  /** 0 in an index. */
  readonly rowid: number | bigint;
  readonly bytes: number;
  /** The beginning of the record; the rest is on pages of its own. */
  readonly local: Buffer;
  /** Page on which it goes on; 0: it is whole. */
  readonly next: number;
}

interface Shape {
  readonly kind: TreePage['kind'];
  readonly isLeaf: boolean;
}

const shapes: ReadonlyMap<number, Shape> = new Map([
  [0x0d, { kind: 'table', isLeaf: true }],
  [0x05, { kind: 'table', isLeaf: false }],
  [0x0a, { kind: 'index', isLeaf: true }],
  [0x02, { kind: 'index', isLeaf: false }],
]);
/** The first page begins with the header of the file. */
const FILE_HEADER_BYTES = 100;
const POINTER_BYTES = 4;

/** Null for what is no page of a tree. */
export function readTreePage(page: Buffer, number: number): TreePage | null {
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  const shape = shapes.get(page.readUInt8(start));
  if (shape === undefined) return null;
  const count = page.readUInt16BE(start + 3);
  const pointers = start + (shape.isLeaf ? 8 : 12);
  const content = pointers + 2 * count;
  if (content > page.length) return null;
  const cells: Cell[] = [];
  const children: number[] = [];
  let isDamaged = false;
  for (let index = 0; index < count; index += 1) {
    const at = page.readUInt16BE(pointers + 2 * index);
    const isWithin = at >= content && at + POINTER_BYTES <= page.length;
    if (isWithin && !shape.isLeaf) children.push(page.readUInt32BE(at));
    if (shape.kind === 'table' && !shape.isLeaf) continue;
    const cell = isWithin ? readCell(page, at + (shape.isLeaf ? 0 : POINTER_BYTES), shape) : null;
    if (cell === null) isDamaged = true;
    else cells.push(cell);
  }
  if (!shape.isLeaf) children.push(page.readUInt32BE(start + 8));
  return { kind: shape.kind, children, cells, isDamaged };
}

function readCell(page: Buffer, start: number, { kind }: Shape): Cell | null {
  const bytes = readVarint(page, start);
  const rowid = kind === 'table' && bytes !== null ? readVarint(page, bytes.end) : null;
  if (bytes === null || (kind === 'table' && rowid === null)) return null;
  const size = Number(bytes.value);
  const at = rowid?.end ?? bytes.end;
  const local = localBytes(size, page.length, kind);
  const end = at + local + (local < size ? POINTER_BYTES : 0);
  if (size <= 0 || end > page.length) return null;
  return {
    rowid: rowid?.value ?? 0,
    bytes: size,
    local: page.subarray(at, at + local),
    next: local < size ? page.readUInt32BE(at + local) : 0,
  };
}

/** How much of a record its page holds, by the rule of the file format. */
function localBytes(size: number, usable: number, kind: TreePage['kind']): number {
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (usable - POINTER_BYTES));
  return fitting <= most ? fitting : least;
}

/** A whole number of one to nine bytes; null where the bytes end before it does. */
export function readVarint(
  bytes: Buffer,
  start: number,
): { readonly value: number | bigint; readonly end: number } | null {
  const first = bytes[start];
  if (first !== undefined && first < 0x80) return { value: first, end: start + 1 };
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return null;
    const end = start + index + 1;
    if (index === 8) {
      return { value: shortened(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), end };
    }
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: shortened(value), end };
  }
  return null;
}

/** A number where it is exact. */
export function shortened(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
