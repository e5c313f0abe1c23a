import { describe, expect, it } from 'vitest';
import { issueText } from '../../../engine/dag/definition.ts';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const load = (text: string) => loadDag(text, { name: 'x' });
const inStep = (config: string, more = ''): string =>
  `steps: [{type: redis, config: {${config}}${more}}]`;
const inDag = (config: string): string => `redis: {${config}}\nsteps: [a]`;

describe('a redis server and a redis step', () => {
  it.each([
    [
      inStep('host: h, key: k'),
      '[1:9] a step of `type: redis` requires a `command` or a `pipeline`',
    ],
    [inStep('command: ""'), 'requires a `command` or a `pipeline`'],
    [inStep('command: GET', ', script: x'), '[1:41] `command` cannot be combined with `script`'],
    [
      inStep('pipeline: [{command: GET}]', ', script: x'),
      '`pipeline` cannot be combined with `script`',
    ],
    [inStep('field: a', ', script: x'), '`field` cannot be combined with `script`: use `args`'],
    [inStep('command: GET', ', command: x'), '`command` cannot be combined with `type: redis`'],
    [inStep('pipeline: []'), '`pipeline` must be a list of commands, got an empty list'],
    [inStep('pipeline: [{key: a}]'), '`command` is required in a command of `pipeline`'],
    [inStep('pipeline: [{command: GET, host: a}]'), 'unknown key `host`'],
    [inStep('pipeline: [{command: GET}], key: a'), '`key` belongs into the commands of `pipeline`'],
    [inStep('command: GET, port: many'), '`port` must be an integer'],
    [inStep('command: GET, url: u, host: h'), '`host` cannot be combined with `url`'],
    [inStep('command: GET, mode: cluster'), '`mode: cluster` requires `cluster_addrs`'],
    [inDag('host: h, mode: alone'), '[1:24] `mode` must be `standalone`, `sentinel`, `cluster`'],
    [inDag('mode: sentinel'), '[1:15] `mode: sentinel` requires `sentinel_master`'],
    [inDag('mode: sentinel, host: h'), '`host` names one server: use the addresses of the mode'],
    [inDag('cluster_addrs: [a]'), '`cluster_addrs` requires `mode: cluster`'],
    [inDag('sentinel_master: a'), '`sentinel_master` requires `mode: sentinel`'],
    [inDag('mode: cluster, cluster_addrs: a, db: 1'), '`db` does not exist in a cluster'],
    [inDag('hots: h'), '[1:9] unknown key `hots`: did you mean `host`?'],
    ['redis: here\nsteps: [a]', '[1:8] `redis` must be a map'],
  ])('are refused with %s', (text, message) => {
    const { dag, issues } = load(text);

    expect(dag).toBeNull();
    expect(issues.map(issueText).join('\n')).toContain(message);
  });

  it.each([
    inStep('command: GET'),
    inStep('', ', script: return 1'),
    inStep('command: PING, mode: cluster, cluster_addrs: "a:1"'),
    inDag('mode: sentinel, sentinel_master: a, sentinel_addrs: [b], db: 1'),
    inDag('url: "${URL}", password: "${PW}"'),
  ])('may be %s', (text) => {
    expect(load(text).issues).toEqual([]);
  });
});
