import { describe, expect, it } from 'vitest';
import { loadDag } from '../../../engine/steps/load-dag.ts';

const loaded = (port: string) =>
  loadDag(
    `ssh: {host: h, user: u, port: ${port}}\nredis: {host: h, port: ${port}}\nsteps: [ls]\n`,
    { name: 'nightly' },
  );

describe('the port of a host', () => {
  it.each(['22', '"22"', "'022'"])('is read from %s, quoted or not', (port) => {
    const { dag, issues } = loaded(port);

    expect(issues).toEqual([]);
    expect([dag?.ssh?.port, dag?.redis?.port]).toEqual([22, 22]);
  });

  it.each(['"2x"', '""', '"70000"', '"0"', '22.5'])('is refused as %s', (port) => {
    const places = loaded(port).issues.map(({ line, column }) => `${line}:${column}`);

    expect(places).toEqual(['1:31', '2:24']);
  });
});
