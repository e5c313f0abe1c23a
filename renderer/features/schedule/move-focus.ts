import type { KeyboardEvent } from 'react';

/** Arrow keys go from slot to slot: up and down within a day, left and right to the nearest time of another day. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = moves[event.key];
  const from = event.target instanceof HTMLElement ? event.target : undefined;
  if (move === undefined || from?.dataset['slot'] === undefined) return;
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-day]')].map(slotsIn);
  const to = move(columns, from);
  event.preventDefault();
  to?.focus();
}

type Columns = readonly (readonly HTMLElement[])[];

type Move = (columns: Columns, from: HTMLElement) => HTMLElement | undefined;

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: (columns: Columns, from: HTMLElement) => along(columns, from, -1),
  ArrowDown: (columns: Columns, from: HTMLElement) => along(columns, from, 1),
  ArrowLeft: (columns: Columns, from: HTMLElement) => across(columns, from, -1),
  ArrowRight: (columns: Columns, from: HTMLElement) => across(columns, from, 1),
};

/** From top to bottom, and from left to right at the same time. */
function slotsIn(column: HTMLElement): readonly HTMLElement[] {
  return [...column.querySelectorAll<HTMLElement>('[data-slot]')].sort(
    (a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft,
  );
}

function along(columns: Columns, from: HTMLElement, by: number): HTMLElement | undefined {
  const column = columns.find((slots) => slots.includes(from)) ?? [];
  return column[column.indexOf(from) + by];
}

/** Days without a slot are passed over. */
function across(columns: Columns, from: HTMLElement, by: number): HTMLElement | undefined {
  const start = columns.findIndex((slots) => slots.includes(from));
  for (let index = start + by; index >= 0 && index < columns.length; index += by) {
    const nearest = nearestTo(columns[index] ?? [], from.offsetTop);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

function nearestTo(slots: readonly HTMLElement[], top: number): HTMLElement | undefined {
  const distance = (slot: HTMLElement) => Math.abs(slot.offsetTop - top);
  return [...slots].sort((a, b) => distance(a) - distance(b))[0];
}
