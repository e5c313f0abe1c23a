/** `pushEnabled` as settings and definitions write it: `push_enabled`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
