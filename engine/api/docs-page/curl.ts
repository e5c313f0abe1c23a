import type { ShownOperation } from './document.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  /** Where the interface begins: `http://127.0.0.1:8080/api/v1`. */
  readonly url: string;
}

/** A command for a POSIX shell that asks for an operation, with the values of its examples. */
export function curlOf(operation: ShownOperation, { method, path, url }: Asked): string {
  const { security, requestBody, parameters } = operation;
  const media = requestBody?.content['application/json'];
  const verb = method.toUpperCase();
  const lines = [
    `curl ${quoted(url + filled(path, operation))}`,
    ...(verb === 'GET' || (verb === 'POST' && media !== undefined) ? [] : [`-X ${verb}`]),
    ...credentials(security),
    ...parameters
      .filter((each) => each.in === 'header' && each.required)
      .map(({ name, example }) => `-H ${quoted(`${name}: ${String(example)}`)}`),
    ...(media === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(media.example))}`]),
  ];
  return lines.join(' \\\n  ');
}

function filled(path: string, { parameters }: ShownOperation): string {
  const values = new Map(parameters.map(({ name, example }) => [name, String(example ?? '')]));
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  const needed = parameters.filter((each) => each.in === 'query' && each.required);
  const query = new URLSearchParams();
  needed.forEach(({ name }) => query.append(name, values.get(name) ?? ''));
  return query.size === 0 ? inPath : `${inPath}?${query}`;
}

function credentials(security: readonly object[]): readonly string[] {
  if (security.some((each) => 'webhookToken' in each)) {
    return ['-H "Authorization: Bearer $WEBHOOK_TOKEN"'];
  }
  return security.length === 0 ? [] : ['-H "Authorization: Bearer $DAGWRIGHT_TOKEN"'];
}

/** Nothing in single quotes means anything to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
