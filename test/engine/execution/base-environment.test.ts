import { expect, it } from 'vitest';
import { baseEnvironment } from '../../../engine/execution/prepare/base-environment.ts';

it('hands on the allowed variables and reads no other, as reading one of the process is slow', () => {
  const read: PropertyKey[] = [];
  const allowed = { PATH: '/bin', LC_ALL: 'C', SVC_HOME: '/home', SVC_MINE: 'x', DAG_COLOR: '' };
  const own = new Proxy<NodeJS.ProcessEnv>(
    {
      ...allowed,
      SVC_GITSYNC_AUTH_TOKNE: 'x',
      SVC_GITSYNC_AUTH_TOKEN: 'x',
      DAG_STEP_COOKIE: 'of an outer step',
      LESS: '-R',
      PATHS: '/',
      TZ: undefined,
    },
    {
      get: (variables, name) => {
        read.push(name);
        return Reflect.get(variables, name);
      },
    },
  );

  const base = baseEnvironment(own);

  expect(base).toEqual(allowed);
  expect(Object.keys(base)).not.toContain('TZ');
  expect(read.toSorted()).toEqual(['DAG_COLOR', 'LC_ALL', 'PATH', 'SVC_HOME', 'SVC_MINE', 'TZ']);
});
