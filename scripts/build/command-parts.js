// @ts-check

/** The parts of which commands and their engine consist; a server has its page besides. */
export const commandParts = Object.freeze([
  'command line',
  'mask filter',
  'step program',
  'side program',
  'keychain program',
  'git program',
]);
