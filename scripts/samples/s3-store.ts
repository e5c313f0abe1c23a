import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly storageClass: string;
}

/** A store of objects on this computer that checks signatures as Amazon does (Signature Version 4). */
export interface S3Store {
  readonly endpoint: string;
  readonly objects: Map<string, StoredObject>;
  /** Uploads in parts that nobody has completed. */
  readonly open: ReadonlyMap<string, Pick<OpenUpload, 'parts'>>;
  /** What `s3` of a DAG says of it. */
  readonly s3: string;
  /** What happens to requests in place of the usual answer; true: it was dealt with. */
  trouble: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  readonly put: (key: string, text: string) => void;
}

const BUCKET = 'reports';
export const ACCESS_KEY = 'ACCESS4711';
export const SECRET_KEY = 'secret+key/4711';
/** Small, so that few objects are several pages. */
const PAGE = 3;

interface OpenUpload {
  readonly key: string;
  readonly request: IncomingMessage;
  readonly parts: Map<number, Buffer>;
}

/** What the store has. */
interface Held {
  readonly objects: Map<string, StoredObject>;
  readonly open: Map<string, OpenUpload>;
}

export async function startS3Store(): Promise<S3Store & { readonly close: () => void }> {
  const held: Held = { objects: new Map(), open: new Map() };
  const { objects, open } = held;
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    void answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: S3Store & { readonly close: () => void } = {
    endpoint,
    objects,
    open,
    s3: `s3: {endpoint: "${endpoint}", access_key_id: ${ACCESS_KEY}, secret_access_key: ${SECRET_KEY}, bucket: ${BUCKET}, region: us-east-1, force_path_style: true}\n`,
    trouble: () => false,
    close: () => void server.close().closeAllConnections(),
    put: (key, text) =>
      void objects.set(key, { body: Buffer.from(text), contentType: '', storageClass: '' }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await store.trouble(request, response)) return;
    if (!isSigned(request))
      return refuse(response, 403, 'SignatureDoesNotMatch: The signature is wrong.');
    const url = new URL(request.url ?? '', endpoint);
    const [, bucket = '', ...rest] = url.pathname
      .split('/')
      .map((part) => decodeURIComponent(part));
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket: The bucket does not exist.');
    const key = rest.join('/');
    const body = await buffer(request);
    if (key === '') return answerBucket(held, { request, response, url, body });
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return answerUpload(held, { request, response, url, body }, key);
    if (request.method === 'PUT') {
      objects.set(key, stored(request, body));
      response.writeHead(200, { etag: etag(body) }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      const found = objects.get(key);
      if (!found) return refuse(response, 404, 'NoSuchKey: The key does not exist.');
      response.writeHead(200, { 'content-length': found.body.length }).end(found.body);
    }
  }

  return store;
}

function answerBucket({ objects }: Held, { request, response, url, body }: Exchange): void {
  if (request.method === 'POST') {
    for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g))
      objects.delete(plain(key));
    return xml(response, '<DeleteResult/>');
  }
  const prefix = url.searchParams.get('prefix') ?? '';
  const delimiter = url.searchParams.get('delimiter') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const folderOf = (key: string): string => {
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    return end === -1 ? key : key.slice(0, end + 1);
  };
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const names = [...new Set(all.map(folderOf))].filter((name) => name > after);
  const page = names.slice(0, PAGE);
  const entries = page.map((name) => {
    const found = objects.get(name);
    return found === undefined
      ? `<CommonPrefixes><Prefix>${marked(name)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${marked(name)}</Key><Size>${found.body.length}</Size><ETag>${etag(found.body)}</ETag><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`;
  });
  const more = names.length > PAGE;
  const next = more
    ? `<NextContinuationToken>${marked(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  xml(
    response,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  );
}

function answerUpload(
  { objects, open }: Held,
  { request, response, url, body }: Exchange,
  key: string,
): void {
  const known = url.searchParams.get('uploadId');
  const id = known ?? randomUUID();
  const upload = open.get(id);
  if (upload === undefined) {
    if (known !== null) return refuse(response, 404, 'NoSuchUpload: The upload does not exist.');
    open.set(id, { key, request, parts: new Map() });
    xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  } else if (request.method === 'PUT') {
    upload.parts.set(Number(url.searchParams.get('partNumber')), body);
    response.writeHead(200, { etag: etag(body) }).end();
  } else {
    open.delete(id);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const parts = [...upload.parts].sort(([one], [other]) => one - other);
    objects.set(key, stored(upload.request, Buffer.concat(parts.map(([, part]) => part))));
    xml(response, '<CompleteMultipartUploadResult/>');
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Buffer;
}

function stored({ headers }: IncomingMessage, body: Buffer): StoredObject {
  const storageClass = String(headers['x-amz-storage-class'] ?? '');
  return { body, contentType: headers['content-type'] ?? '', storageClass };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const [code = '', message = ''] = reason.split(': ');
  const text = `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

function xml(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?>${text}`);
}

const marked = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const etag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** Whether whoever knows the secret key has signed this request (AWS, "Signature Version 4 for API requests"). */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': content } = headers;
  const [, key, scope = '', signed = '', given] =
    /Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(authorization) ?? [];
  if (key !== ACCESS_KEY) return false;
  const [path = '', query = ''] = url.split('?');
  const sorted = query
    .split('&')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort();
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [
    method,
    path,
    query === '' ? '' : sorted.join('&'),
    lines.join(''),
    signed,
    content,
  ];
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope, digest].join('\n');
  const sign = (secret: Buffer | string, data: string): Buffer =>
    createHmac('sha256', secret).update(data).digest();
  const signer = scope.split('/').reduce<Buffer | string>(sign, `AWS4${SECRET_KEY}`);
  return sign(signer, text).toString('hex') === given;
}
