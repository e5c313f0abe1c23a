/** Why a host cannot be reached, for the errors that a person may meet. */
export function networkWords(code: string, message: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'the name cannot be resolved. Check the address and the network';
  }
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'it does not respond';
  return code === '' ? message : `${message} (${code})`;
}
