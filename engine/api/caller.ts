import type { Request } from 'express';
import { localOwner, type Caller } from '../contract/operations.ts';

/** On whose behalf a request is made. Whoever the guard lets pass is the person at this machine (`auth.mode: none`). */
export function callerOf(_request: Request): Caller {
  return localOwner;
}
