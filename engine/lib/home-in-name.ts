// Apart from what makes these names: commands read them, and all of cryptography is 3 ms of a command.

const keyOfHome = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-([0-9a-f]{12})/;

/** The home that stands in the name of a run's folder; null where none does. */
export function homeInKey(key: string): string | null {
  return keyOfHome.exec(key)?.[1] ?? null;
}

/** Digits of the random part of a nonce; those of earlier versions are that alone. */
export const UNNAMED_LENGTH = 16;

/** The home that stands in a nonce; null where none does. */
export function homeInNonce(nonce: string): string | null {
  return nonce.length === UNNAMED_LENGTH ? null : nonce.slice(0, -UNNAMED_LENGTH);
}

/** Whether a process with this nonce may be one of the home. */
export function isNonceOf(homeId: string, nonce: string): boolean {
  return [null, homeId].includes(homeInNonce(nonce));
}
