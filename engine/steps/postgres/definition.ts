import { sqlConfig } from '../sql/sql-config.ts';
import { sqlDefinition } from '../sql/sql-definition.ts';

export const definition = sqlDefinition(
  {
    name: 'postgres',
    about: 'Runs SQL on a PostgreSQL server and prints the rows.',
    example: `secrets:
  - { name: DSN, provider: env, key: SHOP_DSN }
params:
  - CITY: Athens
steps:
  - name: orders
    type: postgres
    config:
      dsn: \${DSN}
      params: { city: "\${CITY}", least: 100 }
      output_format: csv
      headers: true
      timeout: 60
    command: select id, total from orders where city = :city and total >= :least
    output: ORDERS
  - name: close
    type: postgres
    config:
      dsn: \${DSN}
      command: update orders set closed = true; analyze orders
      transaction: true
`,
  },
  sqlConfig({
    type: 'postgres',
    dsn: 'Where to connect: `postgres://user:password@host:5432/database`, or `host=… dbname=…`. Keep the password in a secret.',
    placeholders: '`$1`',
    timeout:
      'Time limit in seconds for each statement, with its waits for locks; 0 means none but that of the step.',
  }),
);
