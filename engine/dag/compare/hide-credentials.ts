/** Stands for what nobody reads. */
const HIDDEN = '(hidden)';

const SOUNDS_SECRET = /secret|token|passw|credential|api[-_]?key|private[-_]?key|authorization/i;
/** Fields that hold values of their writer, credentials among them. */
const HOLDS_VALUES =
  /(?:^|\.)(?:env|headers|query|params|config|smtp|redis|s3|ssh|bastion|llm|registry_auths)\./;
const BARE_REFERENCE = /^(?:[A-Za-z]+ )?\$(?:\w+|\{[^}]*\})$/;

/**
 * A value to print, without what only a secret would be: one that a name calls so, unless it refers to a variable, and the
 * name and password in an address. Summaries go where definitions do not, such as the log of a build.
 */
export function withoutCredentials(field: string, text: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  const isNamed = HOLDS_VALUES.test(field) && SOUNDS_SECRET.test(name);
  if (isNamed && !BARE_REFERENCE.test(text)) return HIDDEN;
  return text.replace(/(:\/\/)[^\s/?#@'"$]+@/g, `$1${HIDDEN}@`);
}
