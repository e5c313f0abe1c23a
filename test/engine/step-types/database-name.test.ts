import { describe, expect, it } from 'vitest';
import { databaseName } from '../../../engine/step-programs/sqlite/database-name.ts';

const writing = { readonly: false, fileMustExist: false };

describe('the name of a SQLite database', () => {
  it.each([
    ['data.db', { path: 'data.db', ...writing }],
    ['./a?b#c%20.db', { path: './a?b#c%20.db', ...writing }],
    [':memory:', { path: ':memory:', ...writing }],
    ['file:data.db', { path: 'data.db', ...writing }],
    ['file:/tmp/a%20b.db', { path: '/tmp/a b.db', ...writing }],
    ['file:///tmp/100%.db', { path: '/tmp/100%.db', ...writing }],
    ['file://localhost/tmp/a.db?mode=rwc', { path: '/tmp/a.db', ...writing }],
    ['file:a.db?mode=rw', { path: 'a.db', readonly: false, fileMustExist: true }],
    ['file:a.db?mode=ro', { path: 'a.db', readonly: true, fileMustExist: true }],
    ['file:a.db?mode=memory', { path: ':memory:', ...writing }],
  ])('is a path or a URI: %s', (dsn, name) => {
    expect(databaseName(dsn)).toEqual(name);
  });

  it.each([
    ['file:a.db?mode=x', '`mode` must be ro, rw, rwc or memory'],
    ['file:a.db?mode=constructor', '`mode` must be ro, rw, rwc or memory'],
    ['file:a.db?mode=ro&immutable=1', '"immutable" is unknown'],
  ])('asks for nothing else: %s', (dsn, message) => {
    expect(() => databaseName(dsn)).toThrow(message);
  });
});
