import { describe, expect, it } from 'vitest';
import { configKeyNames, configKeys } from '../../../engine/config/config-keys.ts';
import { mistakenVariables } from '../../../engine/config/read-environment.ts';

describe('a variable that is no setting', () => {
  it.each([
    ['SVC_AUTH_MOD', 'SVC_AUTH_MODE'],
    ['SVC_PROT', 'SVC_PORT'],
    ['SVC_AUTHMODE', 'SVC_AUTH_MODE'],
    ['SVC_METRICS', 'SVC_SERVER_METRICS'],
    ['SVC_QUEUES_ENABLED', 'SVC_QUEUE_ENABLED'],
    ['SVC_PATHS_DAGS_DIR', 'SVC_DAGS_DIR'],
    ['SVC_AUTH_BUILTIN_TOKEN_SECRET', 'SVC_AUTH_TOKEN_SECRET'],
    ['SVC_TOKN', 'SVC_TOKEN'],
  ])('is told to be like one: %s like %s', (name, meant) => {
    expect(mistakenVariables({ [name]: 'x' })).toEqual([
      `${name} is not a setting; did you mean ${meant}?`,
    ]);
  });

  it.each([
    'SVC_MY_OWN',
    'SVC_PARAMS_JSON',
    'SVC_HOME',
    'SVC_CONFIG',
    'SVC_URL',
    'PORT',
    'SVC_DATABASE_URL',
  ])("is the user's own: %s", (name) => {
    expect(mistakenVariables({ [name]: 'x' })).toEqual([]);
  });

  it('is nothing when it is empty', () => {
    expect(mistakenVariables({ SVC_AUTH_MOD: '' })).toEqual([]);
  });

  it('is never one of those that are', () => {
    const all = Object.fromEntries(configKeyNames.map((key) => [configKeys[key].env, 'x']));

    expect(mistakenVariables(all)).toEqual([]);
  });
});
