import { Fragment, useEffect, type ReactNode } from 'react';
import { focusPageIfLost } from '../../components/page-focus.ts';
import { useTableKeys } from '../../components/use-table-keys.ts';
import { texts } from './texts.ts';

interface Column {
  readonly label: string;
  /** The first to go where there is little room. */
  readonly isWideOnly?: boolean;
  /** Only read aloud. */
  readonly isUnseen?: boolean;
}

interface SettingsTableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Of no effect now. */
  readonly isOff?: (item: Item) => boolean;
  /** Enter. */
  readonly onOpen: (item: Item) => void;
  /** What Enter does, where it opens nothing. */
  readonly openLabel?: string;
  /** What is to be said of an item in the whole width of the table. */
  readonly below?: (item: Item) => ReactNode;
  /** The cells of a row, whose links and buttons are no stops of Tab. */
  readonly children: (item: Item) => ReactNode;
}

/** A list of the settings, with the keys that all lists have. */
export function SettingsTable<Item>(props: SettingsTableProps<Item>) {
  const { label, columns, items, keyOf, isOff, onOpen, openLabel, below, children } = props;
  const { bodyRef, bodyProps, rowProps } = useTableKeys({
    count: items.length,
    openLabel,
    onOpen: (index) => {
      const item = items[index];
      if (item) onOpen(item);
    },
  });
  // The last row may have been deleted, and the table goes with it.
  useEffect(() => focusPageIfLost, []);
  return (
    <table className="table settings-table" role="grid" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={column.isWideOnly ? 'wide-only' : undefined}
            >
              {column.isUnseen ? <span className="unseen">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef} aria-label={texts.page.rows} {...bodyProps}>
        {items.map((item, index) => {
          const { id, className } = rowProps(index);
          const more = below?.(item);
          return (
            <Fragment key={keyOf(item)}>
              <tr id={id} className={isOff?.(item) ? `is-off ${className}` : className}>
                {children(item)}
              </tr>
              {more !== undefined && (
                <tr className="row-below">
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
