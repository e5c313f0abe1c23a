import { EngineError } from '../contract/errors.ts';

interface Pagination {
  totalRecords: number;
  currentPage: number;
  totalPages: number;
  nextPage: number | null;
  prevPage: number | null;
}

/** One page of a list, 1-based; neighbors are null where there is none. */
export function pageOf<T>(
  all: readonly T[],
  page: number,
  perPage: number,
): { readonly items: readonly T[]; readonly pagination: Pagination } {
  const from = (page - 1) * perPage;
  return {
    items: all.slice(from, from + perPage),
    pagination: paginationOf(all.length, page, perPage),
  };
}

/** Where a page stands in a list that the store cuts into pages. */
export function paginationOf(totalRecords: number, page: number, perPage: number): Pagination {
  const totalPages = Math.max(1, Math.ceil(totalRecords / perPage));
  return {
    totalRecords,
    currentPage: page,
    totalPages,
    nextPage: page < totalPages ? page + 1 : null,
    prevPage: page > 1 ? Math.min(page - 1, totalPages) : null,
  };
}

/**
 * The number in a `cursor`, which `nextCursor` of the page before gave.
 *
 * @throws EngineError `bad_request`.
 */
export function cursorId(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw badCursor();
  return Number(cursor);
}

/** What is said of a `cursor` that no page can have given. */
export function badCursor(): EngineError {
  const reason = 'is not a cursor of this list';
  return new EngineError('bad_request', `cursor: ${reason}`, {
    details: { fields: { cursor: reason } },
  });
}
