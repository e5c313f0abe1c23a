import { addApprove } from './approve.ts';
import { addCleanup } from './cleanup.ts';
import { addCompletion } from './completion.ts';
import { addConfig } from './config.ts';
import { addDequeue } from './dequeue.ts';
import { addDiff } from './diff.ts';
import { addDoctor } from './doctor.ts';
import { addDry } from './dry.ts';
import { addEnqueue } from './enqueue.ts';
import { addExec } from './exec.ts';
import { addExplain } from './explain.ts';
import { addHistory } from './history.ts';
import { addLogs } from './logs.ts';
import { addImport } from './import.ts';
import { addKeychain } from './keychain.ts';
import { addKeys } from './keys.ts';
import { addNext } from './next.ts';
import { addNodes } from './nodes.ts';
import { addQueues } from './queues.ts';
import { addReject } from './reject.ts';
import { addRestart } from './restart.ts';
import { addRetry } from './retry.ts';
import { addSearch } from './search.ts';
import { addServer } from './server.ts';
import { addStart } from './start.ts';
import { addStatus } from './status.ts';
import { addSync } from './sync.ts';
import { addStop } from './stop.ts';
import { addValidate } from './validate.ts';
import { addUpgrade } from './upgrade.ts';
import { addUsers } from './users.ts';
import { addVersion } from './version.ts';
import { addWebhook } from './webhook.ts';
import { addWhy } from './why.ts';

/** In the order of the help. */
const commands = {
  server: addServer,
  start: addStart,
  enqueue: addEnqueue,
  dequeue: addDequeue,
  queues: addQueues,
  dry: addDry,
  stop: addStop,
  retry: addRetry,
  restart: addRestart,
  exec: addExec,
  approve: addApprove,
  reject: addReject,
  status: addStatus,
  logs: addLogs,
  history: addHistory,
  validate: addValidate,
  diff: addDiff,
  explain: addExplain,
  import: addImport,
  cleanup: addCleanup,
  doctor: addDoctor,
  search: addSearch,
  why: addWhy,
  next: addNext,
  sync: addSync,
  webhook: addWebhook,
  users: addUsers,
  keys: addKeys,
  nodes: addNodes,
  keychain: addKeychain,
  config: addConfig,
  completion: addCompletion,
  upgrade: addUpgrade,
  version: addVersion,
};

/** Commands that tell of all. */
const readsOthers = new Set(['completion']);

/** What adds the command that a word names, or all commands where it names none. */
export function commandsFor(word: string) {
  const isAlone = Object.hasOwn(commands, word) && !readsOthers.has(word);
  return isAlone ? [commands[word as keyof typeof commands]] : Object.values(commands);
}
