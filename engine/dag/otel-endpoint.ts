/** No scheme, or one of a collector in whatever case. Also for editors, which know no flags. */
export const ENDPOINT_PATTERN =
  '^(?![A-Za-z][A-Za-z0-9+.-]*://)|^(?:[Hh][Tt][Tt][Pp]|[Gg][Rr][Pp][Cc])[Ss]?://';
const pattern = new RegExp(ENDPOINT_PATTERN);

/** What is wrong with where a collector listens; null: nothing that can be seen. A variable may still hold the scheme. */
export function endpointProblem(endpoint: string): string | null {
  if (pattern.test(endpoint)) return null;
  return 'must start with `http://` or `https://`, or for gRPC with `grpc://` or `grpcs://`, or be `host:port`';
}
