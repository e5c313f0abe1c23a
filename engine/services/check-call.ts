import type { Config } from '../config/config.ts';
import { checkAccess } from '../contract/access.ts';
import { EngineError } from '../contract/errors.ts';
import type { Access, Operation } from '../contract/operation.ts';
import type { Caller } from '../contract/operations.ts';

type Settings = Pick<Config, 'auth' | 'permissions' | 'metrics'>;

/**
 * Whether an operation is there at all, the caller may call it, and it is switched on. In this order, so that who is
 * unknown learns nothing about the settings beyond whether there are users.
 *
 * @throws EngineError `unauthorized`, `forbidden`, or `not_found` where the operation is not there.
 */
export function checkCall(operation: Operation, caller: Caller, settings: Settings): void {
  checkMode(operation, settings);
  checkAccess(leastRole(operation, settings), caller);
  checkPermission(operation, settings);
}

/** Specification "Authentication", rule 1; the owner of the machine is no exception. */
function checkMode({ builtinOnly }: Operation, { auth }: Settings): void {
  if (builtinOnly === undefined || auth.mode === 'builtin') return;
  throw new EngineError(builtinOnly, 'This needs `auth.mode: builtin` in the settings.');
}

function leastRole({ access, privateBy }: Operation, settings: Settings): Access {
  const isPrivate = privateBy !== undefined && settings[privateBy] === 'private';
  return isPrivate ? 'viewer' : access;
}

function checkPermission({ permission }: Operation, { permissions }: Settings): void {
  const { writeDags, runDags } = permissions;
  const isOn = { write_dags: writeDags, run_dags: runDags };
  if (permission === undefined || isOn[permission]) return;
  throw new EngineError(
    'forbidden',
    `Permission denied: \`permissions.${permission}\` is false in the settings.`,
  );
}
