import { useRef } from 'react';
import { useRowKeys, type RowKeys } from './use-row-keys.ts';

/** The keys of a list for a table that has all its rows drawn: `bodyProps` are for its body, `rowProps` for each row. */
export function useTableKeys(keys: Omit<RowKeys, 'scroller' | 'scrollTo'>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { cursor, rowId, listProps } = useRowKeys({
    ...keys,
    scroller: body,
    scrollTo: (index) => body.current?.rows[index]?.scrollIntoView({ block: 'nearest' }),
  });
  return {
    bodyRef: body,
    bodyProps: { ...listProps, className: 'keyed-rows' },
    rowProps: (index: number) => ({
      id: rowId(index),
      className: index === cursor ? 'row-cursor' : '',
    }),
  };
}
