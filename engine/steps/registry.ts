import { definition as archive } from './archive/definition.ts';
import { work as archiveWork } from './archive/work.ts';
import { definition as chat } from './chat/definition.ts';
import { work as chatWork } from './chat/work.ts';
import { definition as dag } from './dag/definition.ts';
import { work as dagWork } from './dag/work.ts';
import { definition as docker } from './docker/definition.ts';
import { work as dockerWork } from './docker/work.ts';
import { definition as gha } from './gha/definition.ts';
import { work as ghaWork } from './gha/work.ts';
import { definition as hitl } from './hitl/definition.ts';
import { work as hitlWork } from './hitl/work.ts';
import { definition as http } from './http/definition.ts';
import { work as httpWork } from './http/work.ts';
import { definition as jq } from './jq/definition.ts';
import { work as jqWork } from './jq/work.ts';
import { definition as postgres } from './postgres/definition.ts';
import { definition as mail } from './mail/definition.ts';
import { work as mailWork } from './mail/work.ts';
import { definition as redis } from './redis/definition.ts';
import { work as redisWork } from './redis/work.ts';
import { definition as router } from './router/definition.ts';
import { work as routerWork } from './router/work.ts';
import { definition as s3 } from './s3/definition.ts';
import { work as s3Work } from './s3/work.ts';
import { definition as shell } from './shell/definition.ts';
import { work as shellWork } from './shell/work.ts';
import { definition as sftp } from './sftp/definition.ts';
import { work as sftpWork } from './sftp/work.ts';
import { sqlWork } from './sql/sql-work.ts';
import { definition as ssh } from './ssh/definition.ts';
import { work as sshWork } from './ssh/work.ts';
import { definition as sqlite } from './sqlite/definition.ts';
import { gateType, stepType, type StepType } from './step-type.ts';

/** Every type of step. The first is the type of a step that names none. */
export const stepTypes: readonly StepType[] = [
  stepType(shell, 'process', shellWork),
  stepType(http, 'program', httpWork),
  stepType(archive, 'program', archiveWork),
  stepType(jq, 'program', jqWork),
  stepType(postgres, 'program', sqlWork('postgres')),
  stepType(redis, 'program', redisWork),
  stepType(sqlite, 'program', sqlWork('sqlite')),
  stepType(s3, 'program', s3Work),
  stepType(mail, 'program', mailWork),
  stepType(docker, 'program', dockerWork),
  stepType(ssh, 'program', sshWork),
  stepType(sftp, 'program', sftpWork),
  stepType(chat, 'program', chatWork),
  stepType(dag, 'calls', dagWork),
  stepType(gha, 'program', ghaWork),
  stepType(router, 'done', routerWork),
  gateType(hitl, hitlWork, (config) => config),
];

/** The type that a loaded step has by its name. */
export function stepTypeOf(name: string): StepType {
  const type = stepTypes.find((known) => known.name === name);
  // Only a database of a program that knew more types can hold such a name.
  if (!type) throw new Error(`the step type \`${name}\` is not available in this version`);
  return type;
}
