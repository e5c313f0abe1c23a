import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { texts } from './texts.ts';
import { useListedKeys } from './use-shortcuts.ts';

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** The keys of a grid of links, which is one stop of Tab: arrows go from cell to cell and over empty ones. */
export function useGridKeys(rows: number, columns: number) {
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<readonly number[]>();
  useListedKeys({ '← ↑ → ↓': { label: texts.grid.move } });
  // The cell may have gone with its run.
  const current = chosen && isIn(chosen, rows, columns) ? chosen : [0, columns - 1];
  const [row = 0, column = 0] = current;
  const find = (one: readonly number[]) =>
    grid.current?.querySelector<HTMLElement>(`[data-cell="${one.join(' ')}"]`);

  const press = (event: KeyboardEvent) => {
    const [down, right] = moves[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const isFar = Number.isFinite(right) ? 0 : 1;
    const way = isFar ? -Math.sign(right) : right;
    let at = [row + down, isFar ? (right < 0 ? 0 : columns - 1) : column + right];
    while (isIn(at, rows, columns)) {
      const cell = find(at);
      if (cell) return cell.focus();
      at = [(at[0] ?? 0) + down, (at[1] ?? 0) + way];
    }
  };
  return {
    /** For the table. */
    gridProps: {
      ref: grid,
      role: 'grid',
      onKeyDown: press,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const cell = target.dataset['cell']?.split(' ').map(Number);
        if (cell) setChosen(cell);
      },
    },
    /** For the link of a cell. */
    cellProps: (...cell: readonly [row: number, column: number]) => ({
      'data-cell': cell.join(' '),
      tabIndex: cell[0] === row && cell[1] === column ? 0 : -1,
    }),
  };
}

function isIn([row = 0, column = 0]: readonly number[], rows: number, columns: number): boolean {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}
