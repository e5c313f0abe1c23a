import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startLanguageModel } from '../../samples/language-model.ts';
import { PASSWORD, startMailServer } from '../../samples/mail-server.ts';
import { ACCESS_KEY, SECRET_KEY, startS3Store } from '../../samples/s3-store.ts';
import type { TypeRow } from './type-row.ts';

const curl = (...args: readonly string[]): readonly [string, ...string[]] => [
  'curl',
  '-sS',
  '--fail',
  ...args,
];

export const http: TypeRow = {
  type: 'http',
  open: async () => {
    const server = createServer((_request, response) => response.end('{"count":2}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // It listens on a port.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
    return {
      step: [`command: GET ${url}`],
      client: curl(url),
      close: () => server.close().closeAllConnections(),
    };
  },
};

export const chat: TypeRow = {
  type: 'chat',
  open: async (folder) => {
    const { url, close } = await startLanguageModel();
    const [file, content] = [join(folder, 'question.json'), 'Which country is Paris in?'];
    const question = { model: 'm', stream: true, messages: [{ role: 'user', content }] };
    writeFileSync(file, JSON.stringify(question));
    return {
      step: [
        `llm: {provider: local, model: m, base_url: "${url}/v1"}`,
        `messages: [{role: user, content: "${content}"}]`,
      ],
      client: curl('--data', `@${file}`, `${url}/v1/chat/completions`),
      close,
    };
  },
};

export const mail: TypeRow = {
  type: 'mail',
  open: async (folder) => {
    const { smtp, port, close } = await startMailServer();
    const [from, to] = ['reports@example.com', 'ada@example.com'];
    const file = join(folder, 'mail.txt');
    writeFileSync(file, `From: ${from}\r\nTo: ${to}\r\nSubject: The report\r\n\r\nIt is done.\r\n`);
    const where = [`smtp://127.0.0.1:${port}`, '--user', `mailer:${PASSWORD}`];
    return {
      head: smtp,
      step: [`config: {from: ${from}, to: [${to}], subject: The report, message: It is done.}`],
      client: curl(...where, '--mail-from', from, '--mail-rcpt', to, '--upload-file', file),
      close,
    };
  },
};

export const s3: TypeRow = {
  type: 's3',
  open: async (folder) => {
    const { s3: head, endpoint, close } = await startS3Store();
    const file = join(folder, 'today.csv');
    writeFileSync(file, 'day,count\nMonday,4\n');
    const signed = ['--aws-sigv4', 'aws:amz:us-east-1:s3', '--user', `${ACCESS_KEY}:${SECRET_KEY}`];
    const unread = ['--header', 'x-amz-content-sha256: UNSIGNED-PAYLOAD'];
    return {
      head,
      step: ['command: upload', `config: {source: ${file}, key: today.csv}`],
      client: curl(...signed, ...unread, '--upload-file', file, `${endpoint}/reports/today.csv`),
      close,
    };
  },
};
