/** The row of a list or table that an element stands in. */
export function rowOf(element: Element): Element | null {
  return element.closest('[role="row"], tr');
}

/** Where ArrowRight and ArrowLeft lead in a row: to the next of its links and buttons, or to the one before. */
export function controlBeside(row: Element, from: Element, key: string): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].filter(
    (control) => control.checkVisibility(),
  );
  return controls[controls.indexOf(from as HTMLElement) + (key === 'ArrowRight' ? 1 : -1)];
}

/** Opens the menu of further commands of a row that has one. */
export function openRowMenu(row: Element): void {
  row.querySelector<HTMLElement>('[aria-haspopup="true"]')?.click();
}
