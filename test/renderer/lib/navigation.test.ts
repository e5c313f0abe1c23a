import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createNavigation } from '../../../renderer/lib/navigation.ts';

/** As much of a window as the address bar needs. */
function aWindow(href: string): Window {
  const page = { location: new URL(href) };
  const show = (_state: unknown, _title: string, to: string) => {
    page.location = new URL(to, page.location);
  };
  const history = { pushState: show, replaceState: show };
  const listen = () => undefined;
  return Object.assign(page, {
    history,
    addEventListener: listen,
    removeEventListener: listen,
  }) as unknown as Window;
}

it.each([
  ['', 'http://host/dags/a?set=b', '/dags/a'],
  ['/flows', 'http://host/flows/dags/a?set=b', '/dags/a'],
  ['/flows', 'http://host/flows', '/'],
  ['/flows', 'http://host/flowsome/dags/a', '/'],
])('reads the view below the path %j of %s', (basePath, href, path) => {
  expect(createNavigation(aWindow(href), basePath).location.getState().path).toBe(path);
});

it.each([
  ['', 'http://host/settings/', 'http://host/settings'],
  ['', 'http://host/runs/etl/r1//?step=load', 'http://host/runs/etl/r1?step=load'],
  ['/flows', 'http://host/flows/settings/', 'http://host/flows/settings'],
  ['/flows', 'http://host/flows/', 'http://host/flows/'],
  ['', 'http://host/', 'http://host/'],
])('takes a slash at the end away, below the path %j of %s', (basePath, href, straight) => {
  const page = aWindow(href);
  const { location } = createNavigation(page, basePath);

  expect(page.location.href).toBe(straight);
  expect(location.getState().path).toMatch(/^\/$|[^/]$/);
});

it('goes to views below the path under which the page is served', () => {
  const page = aWindow('http://host/flows/runs');
  const navigation = createNavigation(page, '/flows');

  navigation.go('/settings/audit?actor=ada');

  expect(page.location.href).toBe('http://host/flows/settings/audit?actor=ada');
  expect(navigation.location.getState()).toEqual({ path: '/settings/audit', search: '?actor=ada' });
});

it('changes the query of the view that is shown, and stays where it is when it is told so', async () => {
  const page = aWindow('http://host/flows/runs?status=failed');
  const navigation = createNavigation(page, '/flows');
  navigation.guard((path) => Promise.resolve(path !== '/dags'));

  navigation.go('?status=running');
  expect(page.location.href).toBe('http://host/flows/runs?status=running');

  navigation.go('/dags');
  await setImmediate();
  expect(page.location.href).toBe('http://host/flows/runs?status=running');
});
