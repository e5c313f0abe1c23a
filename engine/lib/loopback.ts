/** Whether an address, or the name of one, is of this machine alone. */
export function isLoopback(address: string): boolean {
  return /^(localhost|::1|(::ffff:)?127(\.\d+){3})$/i.test(address);
}
