import { useRef } from 'react';
import { useRowKeys, type RowKeys } from './use-row-keys.ts';

/** The keys of a list that has all its rows drawn: `bodyProps` are for what holds them, `rowProps` for each row. */
export function useTableKeys<Body extends HTMLElement = HTMLTableSectionElement>(
  keys: Omit<RowKeys, 'scroller' | 'scrollTo'>,
) {
  const body = useRef<Body>(null);
  const { cursor, rowId, listProps } = useRowKeys({ ...keys, scroller: body });
  return {
    bodyRef: body,
    bodyProps: { ...listProps, className: 'keyed-rows' },
    rowProps: (index: number): RowProps => ({
      id: rowId(index),
      className: index === cursor ? 'row-cursor' : '',
    }),
  };
}

/** What makes an element a row of the list. */
export interface RowProps {
  readonly id: string;
  readonly className: string;
}
