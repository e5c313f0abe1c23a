/** A step `s` that sends the request; `fields` stand beside its command. */
export const asking = (command: string, ...fields: readonly string[]): string =>
  `steps:\n  - ${[`name: s`, `type: http`, `command: ${command}`, ...fields].join('\n    ')}\n`;
