import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypeRow } from './type-row.ts';

const FILES = 20;
const FILE_BYTES = 50_000;

export const jq: TypeRow = {
  type: 'jq',
  open: (folder) => {
    const file = join(folder, 'users.json');
    const users = Array.from({ length: 100 }, (_, index) => ({
      name: `user ${index}`,
      age: index,
    }));
    const text = JSON.stringify({ users });
    writeFileSync(file, text);
    const query = '.users[] | select(.age >= 18) | .name';
    return {
      step: [`command: '${query}'`, `script: '${text}'`],
      client: ['jq', query, file],
    };
  },
};

export const sqlite: TypeRow = {
  type: 'sqlite',
  open: (folder) => {
    const file = join(folder, 'weather.db');
    const table = 'create table if not exists readings (city text, celsius real)';
    const query = `${table}; insert into readings values ('Oslo', 2); select count(*) from readings`;
    return {
      step: [`config: {dsn: ${file}}`, `command: "${query}"`],
      client: ['sqlite3', file, query],
    };
  },
};

export const archive: TypeRow = {
  type: 'archive',
  open: (folder) => {
    const source = join(folder, 'source');
    mkdirSync(source);
    for (let index = 0; index < FILES; index++) {
      writeFileSync(join(source, `${index}.txt`), 'a line of the file\n'.repeat(FILE_BYTES / 19));
    }
    const file = (name: string): string => join(folder, `${name}.tar.gz`);
    return {
      step: ['command: create', `config: {source: ${source}, destination: ${file('ours')}}`],
      client: ['tar', '-C', folder, '-czf', file('theirs'), 'source'],
    };
  },
};
