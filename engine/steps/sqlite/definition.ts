import { sqlConfig } from '../sql/sql-config.ts';
import { sqlDefinition } from '../sql/sql-definition.ts';

export const definition = sqlDefinition(
  {
    name: 'sqlite',
    about: 'Runs SQL on a SQLite database file and prints the rows.',
    example: `params:
  - CITY: Athens
steps:
  - name: make
    type: sqlite
    config:
      dsn: weather.db
      command: create table if not exists readings (city text, celsius real)
      transaction: false
  - name: fill
    type: sqlite
    config:
      dsn: file:weather.db?mode=rw
    script: |
      delete from readings;
      insert into readings values ('Athens', 31.5), ('Oslo', 12);
  - name: read
    type: sqlite
    config:
      dsn: weather.db
      params: { city: "\${CITY}" }
      output_format: csv
      headers: true
      timeout: 30
    command: select city, max(celsius) as most from readings where city = :city
    output: MOST
`,
  },
  sqlConfig({
    type: 'sqlite',
    dsn: 'Path of the database file, made when it is missing, or a URI such as `file:data.db?mode=ro`.',
    placeholders: '`?`',
    timeout:
      'Seconds to wait while another process has the database locked; 0 means as long as the step may take.',
  }),
);
