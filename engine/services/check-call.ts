import type { Config } from '../config/config.ts';
import { accessOf, checkAccess, reaches } from '../contract/access.ts';
import { EngineError } from '../contract/errors.ts';
import type { Access, Operation } from '../contract/operation.ts';
import type { Caller } from '../contract/operations.ts';

type Settings = Pick<Config, 'auth' | 'permissions' | 'metrics' | 'gitSync'>;

/**
 * Whether an operation is there at all, the caller may call it, and it is switched on. In this order, so that who is
 * unknown learns nothing about the settings beyond whether there are users. Where the handler checks the credentials, what
 * is switched off is for it to ask, once it has.
 *
 * @throws EngineError `unauthorized`, `forbidden`, or `not_found` where the operation is not there.
 */
export function checkCall(operation: Operation, caller: Caller, settings: Settings): void {
  checkMode(operation, settings);
  checkAccess(leastRole(operation, settings), caller);
  if (operation.credentials === undefined) checkPermission(operation, settings);
}

/** Specification "Authentication", rule 1; the owner of the machine is no exception. */
function checkMode({ builtinOnly }: Operation, { auth }: Settings): void {
  if (builtinOnly === undefined || auth.mode === 'builtin') return;
  throw new EngineError(builtinOnly, 'This requires `auth.mode: builtin` in the settings.');
}

/**
 * Refuses fields that bring commands of the caller's own to those who may not have any.
 *
 * @throws EngineError `forbidden`.
 */
export function checkFields({ ownCommands }: Operation, input: unknown, asked: Asked): void {
  if (ownCommands === undefined || ownCommands === 'always') return;
  // What was parsed by the shape of an operation is an object.
  const given = input as Readonly<Record<string, unknown>>;
  const field = ownCommands.find((name) => given[name] !== undefined);
  if (field === undefined || mayBringCommands(asked)) return;
  throw forbidden(`\`${field}\` changes which programs run`, asked);
}

/** Somebody who asks for something here. */
export interface Asked {
  readonly caller: Caller;
  readonly settings: Pick<Config, 'permissions'>;
}

/** Whether a caller may have commands of their own run, and so do and read what the engine's user can. */
export function mayBringCommands({ caller, settings }: Asked): boolean {
  return reaches(settings.permissions.inlineRuns, caller);
}

/**
 * Refuses variables that no definition speaks of: `BASH_ENV`, `LD_PRELOAD` and many others are commands to programs.
 *
 * @throws EngineError `forbidden`.
 */
export function refuseNames(
  asked: Asked,
  { field, names }: { readonly field: string; readonly names: readonly string[] },
): never {
  const list = names.slice(0, 5).map((name) => JSON.stringify(name));
  throw forbidden(`\`${field}\` sets ${list.join(', ')}, which the DAG does not define`, asked);
}

/** What is to be answered to somebody who tries to without being allowed to. */
function forbidden(why: string, { caller, settings }: Asked): EngineError {
  const { inlineRuns } = settings.permissions;
  return new EngineError(
    'forbidden',
    `${why}: this requires the role ${inlineRuns}, and you have the role ${caller.role ?? 'none'}.`,
  );
}

function leastRole(operation: Operation, settings: Settings): Access {
  const { privateBy } = operation;
  const isPrivate = privateBy !== undefined && settings[privateBy] === 'private';
  return isPrivate ? 'viewer' : accessOf(operation, settings.permissions.inlineRuns);
}

/**
 * Whether an operation is switched on for everybody.
 *
 * @throws EngineError `forbidden`.
 */
export function checkPermission(
  { permission }: Operation,
  { permissions, gitSync }: Pick<Settings, 'permissions' | 'gitSync'>,
): void {
  const { writeDags, runDags } = permissions;
  if (permission === 'write_dags' && gitSync.enabled && !gitSync.pushEnabled) throw readOnly();
  const isOn = { write_dags: writeDags, run_dags: runDags };
  if (permission === undefined || isOn[permission]) return;
  throw new EngineError(
    'forbidden',
    `Permission denied: \`permissions.${permission}\` is false in the settings.`,
  );
}

function readOnly(): EngineError {
  return new EngineError(
    'forbidden',
    'DAG modifications disabled: Git sync is in read-only mode (pushEnabled: false)',
  );
}
