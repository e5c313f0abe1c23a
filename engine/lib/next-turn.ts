/** Lets everything else that is ready go first: for work that would otherwise hold up the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
