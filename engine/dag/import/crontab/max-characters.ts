/** Of all definitions of an import: each entry has all variables above it, so that they can be many times its text. */
export const MAX_CHARACTERS = 1024 * 1024;
