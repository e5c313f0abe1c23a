import fc from 'fast-check';
import { API_PREFIX } from '../../../engine/contract/rest.ts';
import { anyRequest, type AnyRequest, type Known } from './any-request.ts';
import { document } from './document.ts';
import { hostileHeaders } from './hostile-headers.ts';
import { hostileSpec } from './hostile-specs.ts';
import { hostileText, hostileValue, rawParts } from './hostile-values.ts';

export interface HostileRequest extends Omit<AnyRequest, 'body'> {
  readonly body: string | Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

type Trick = (request: HostileRequest) => HostileRequest;

/** Requests of the OpenAPI document, most of them with one thing about them that is not as it should be. */
export function hostileRequest(there: Known): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(anyRequest(there), trick)
    .map(([request, change]) => change({ ...request, headers: {} }));
}

const inBody: fc.Arbitrary<Trick> = fc
  .tuple(fc.nat(), hostileValue, hostileSpec)
  .map(([pick, value, spec]) => (request) => {
    const fields = bodyFields(request);
    const name = fields[pick % fields.length];
    if (name === undefined) return request;
    const given = fitFor(request.operationId, name, { value, spec });
    return { ...request, body: withOwn(request.body, name, given) };
  });

const inPath: fc.Arbitrary<Trick> = fc
  .tuple(fc.nat(), fc.oneof(hostileText.map(encoded), fc.constantFrom(...rawParts)))
  .map(([pick, part]) => (request) => {
    const [path = '', ...query] = request.target.split('?');
    const parts = path.split('/');
    const places = namedPlaces(request);
    parts[places[pick % places.length] ?? 0] = part;
    return { ...request, target: [parts.join('/'), ...query].join('?') };
  });

const inQuery: fc.Arbitrary<Trick> = fc
  .tuple(
    fc.nat(),
    fc.oneof(hostileText.map(encoded), fc.constantFrom(...rawParts)),
    fc.constantFrom('own', 'own', 'own', 'twice', 'other'),
  )
  .map(([pick, part, which]) => (request) => {
    const own = queryNames(request);
    const names = own.length === 0 || which === 'other' ? ['__proto__', 'a[b]', ''] : own;
    const name = names[pick % names.length] ?? '';
    const [path = '', query = ''] = request.target.split('?');
    const others = query.split('&').filter((pair) => which === 'twice' || !isOf(name, pair));
    const pairs = [...others.filter((pair) => pair !== ''), `${name}=${part}`];
    return { ...request, target: `${path}?${pairs.join('&')}` };
  });

const brokenJson: fc.Arbitrary<Trick> = fc
  .tuple(
    fc.nat(),
    fc.constantFrom(
      ...['\ufeff{}', '{"a":1,"a":2}', '{"__proto__":{"role":"admin"}}', 'NaN', "{'a':1}", '\\'],
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      `${'{"a":'.repeat(20_000)}1`,
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      `[${'0,'.repeat(200_000)}0]`,
    ),
    fc.constantFrom('cut', 'byte', 'other'),
  )
  .map(([at, text, how]) => (request) => {
    const whole = Buffer.from(request.body ?? '{}');
    if (how === 'other') return { ...request, body: text };
    if (how === 'cut') return { ...request, body: whole.subarray(0, at % (whole.length + 1)) };
    const changed = Buffer.from(whole);
    if (changed.length > 0) changed[at % changed.length] = 0xff;
    return { ...request, body: changed };
  });

const oddHeaders: fc.Arbitrary<Trick> = hostileHeaders.map((headers) => (request) => ({
  ...request,
  headers,
}));

/** What is no operation: the files of the page among it. */
const otherAddress: fc.Arbitrary<Trick> = fc
  .tuple(
    fc.constantFrom('/', '/index.html', '/docs', '/docs/page.css', '/docs/search.js', '/assets/'),
    hostileHeaders,
  )
  .map(([target, headers]) => (request) => ({ ...request, target, headers }));

const trick: fc.Arbitrary<Trick> = fc.oneof(
  { weight: 4, arbitrary: fc.constant((request: HostileRequest) => request) },
  { weight: 8, arbitrary: inBody },
  { weight: 3, arbitrary: inPath },
  { weight: 3, arbitrary: inQuery },
  { weight: 2, arbitrary: brokenJson },
  // As much as the bodies.
  { weight: 8, arbitrary: oddHeaders },
  { weight: 2, arbitrary: otherAddress },
);

const described = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [operation.operationId, { ...operation, path }]),
  ),
);

/** Where in an address the names stand; its last part where there is none. */
function namedPlaces({ operationId }: HostileRequest): readonly number[] {
  const parts = `${API_PREFIX}${described.get(operationId)?.path ?? ''}`.split('/');
  const named = parts.flatMap((part, at) => (part.startsWith('{') ? [at] : []));
  return named.length > 0 ? named : [parts.length - 1];
}

function bodyFields({ operationId }: HostileRequest): readonly string[] {
  const schema = described.get(operationId)?.requestBody?.content['application/json'].schema;
  return Object.keys(schema?.properties ?? {});
}

function queryNames({ operationId }: HostileRequest): readonly string[] {
  const parameters = described.get(operationId)?.parameters ?? [];
  return parameters.filter((each) => each.in === 'query').map(({ name }) => name);
}

function isOf(name: string, pair: string): boolean {
  return pair.startsWith(`${name}=`);
}

interface Hostile {
  readonly value: unknown;
  /** In place of a value, where it is run. */
  readonly spec: string;
}

/** What is run is one of the harmless definitions, and nothing is made outside of the home. */
function fitFor(operationId: string, name: string, { value, spec }: Hostile): unknown {
  if (typeof value !== 'string') return value;
  if ((name === 'spec' && operationId !== 'dags.validate') || name === 'base') return spec;
  if (name === 'defaultWorkingDir' && /^[/~]/.test(value)) return `x${value}`;
  return value;
}

function withOwn(body: HostileRequest['body'], name: string, value: unknown): string {
  const object = typeof body === 'string' ? parsed(body) : {};
  Object.defineProperty(object, name, { value, enumerable: true });
  return JSON.stringify(object);
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // The generator breaks some of them itself.
    return {};
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
