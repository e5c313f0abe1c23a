import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type PostgresServer } from '../../scripts/samples/postgres-server.ts';
import { temporaryFolder } from './home.ts';

/** A real server on loopback for all tests of a file. */
export function postgresOfFile(initdb: string): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres(initdb, temporaryFolder('postgres'));
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('The server starts before the first test.');
    return server;
  };
}
