const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Leap years come round. */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a cron expression of sound syntax ever fires: whether one of its months has one of its days. A weekday, where
 * one is named, makes up for the days.
 */
export function everFires(cron: string): boolean {
  const [, , day = '*', month = '*', weekday = '*'] = cron.split(' ');
  if (!/^[*?]$/.test(weekday)) return true;
  return MONTH_LENGTHS.some((length, index) => {
    const firstDay = numbers(1, 31).find((number) => hasNumber(day, number, 31)) ?? 1;
    return hasNumber(month, index + 1, 12) && firstDay <= length;
  });
}

function hasNumber(field: string, number: number, max: number): boolean {
  return field.split(',').some((part) => {
    const [, first = '', last, step] = /^([^-/]+)(?:-([^/]+))?(?:\/(\d+))?$/.exec(part) ?? [];
    const from = /^[*?]$/.test(first) ? 1 : numberOf(first);
    const isOpen = step !== undefined || /^[*?]$/.test(first);
    const to = last === undefined ? (isOpen ? max : from) : numberOf(last);
    return number >= from && number <= to && (number - from) % Number(step ?? 1) === 0;
  });
}

function numberOf(word: string): number {
  const month = MONTHS.indexOf(word.toLowerCase());
  return month === -1 ? Number(word) : month + 1;
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
