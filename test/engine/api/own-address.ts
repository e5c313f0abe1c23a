import { networkInterfaces } from 'node:os';

/** By which address others reach this machine; undefined where it has no network. */
export const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === 'IPv4' && !found.internal)?.address;
