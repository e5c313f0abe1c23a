/**
 * A text that should have been an address, without the password that somebody may have put into it. What is wrong with
 * it is not known, so everything up to the last `@` may be the password.
 */
export function hideCredentials(text: string): string {
  return text.replace(/^(.*?:\/\/)?.*@/s, '$1…@');
}
