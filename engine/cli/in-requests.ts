/** Room for the rest of a request: its braces, and the names of its fields. */
const AROUND_BYTES = 1024;

interface Requests<Item> {
  /** Largest body of a request, in bytes. */
  readonly mostBytes: number;
  /** What has the same word as the item before goes into the request of that. */
  readonly together?: (item: Item) => string;
}

/** Shares items out, in their order, to as few requests as take them. An item that no request takes has one of its own. */
export function inRequests<Item>(
  items: readonly Item[],
  { mostBytes, together }: Requests<Item>,
): readonly (readonly Item[])[] {
  const requests: Item[][] = [];
  let left = 0;
  for (const group of groupsOf(items, together)) {
    const bytes = group.reduce((sum, item) => sum + bytesOf(item), 0);
    const last = requests.at(-1);
    if (last === undefined || bytes > left) {
      requests.push([...group]);
      left = mostBytes - AROUND_BYTES - bytes;
    } else {
      last.push(...group);
      left -= bytes;
    }
  }
  return requests;
}

function groupsOf<Item>(
  items: readonly Item[],
  together: Requests<Item>['together'],
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    const isSame = first !== undefined && together?.(first) === together?.(item);
    if (last !== undefined && together !== undefined && isSame) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** With the comma behind it. */
const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item)) + 1;
