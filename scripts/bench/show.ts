import type { Figure } from './measure.ts';

/** A value in the unit of its figure, with as many digits as say something. */
export function show(value: number, { unit }: Figure): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const isClose = unit === '' || unit === '%' || unit === '×';
  return `${value.toFixed(digits)}${isClose ? unit : ` ${unit}`}`;
}
