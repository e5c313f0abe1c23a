const allowed = new Set(['https:', 'mailto:']);

/** Whether a link may be handed to the system: any other scheme can start a program or open a file of a share. */
export function mayOpenExternally(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && allowed.has(parsed.protocol);
}
