/** Why an engine cannot start, in words for a person. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
