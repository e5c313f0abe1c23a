/** A step `s` of the type; `lines` stand beside it, such as its command. */
export const sqlStep = (type: string, ...lines: readonly string[]): string =>
  `steps:\n  - ${[`name: s`, `type: ${type}`, ...lines].join('\n    ')}\n`;

/** A block of text below a key of a step. */
export const block = (key: string, text: string): string =>
  `${key}: |\n${text.replaceAll(/^/gm, '      ')}`;
