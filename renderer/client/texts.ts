/** What the connection to the engine says. */
export const texts = {
  away: 'The engine does not respond. What you see may be out of date. Reconnecting…',
} as const;
