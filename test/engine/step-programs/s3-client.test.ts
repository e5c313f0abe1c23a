import { createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { s3Client } from '../../../engine/step-programs/s3/s3-client.ts';

it('gives up a store that becomes silent in the middle of an object', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = s3Client({ region: '', endpoint, ...keys, isPathStyle: true }, 500);
  onTestFinished(() => client.destroy());

  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }));

  await expect(buffer(Body as Readable)).rejects.toThrow('500 ms of inactivity');
});
