import type { App } from 'electron';

/**
 * Makes this the only Dagwright of its user. False: another one is open, has been told to show itself, and this one
 * has nothing to do but end.
 */
export function claimSingleInstance(
  app: Pick<App, 'requestSingleInstanceLock' | 'on'>,
  showWindow: () => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', showWindow);
  return true;
}
