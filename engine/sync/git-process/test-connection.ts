import { lookup } from 'node:dns/promises';
import git from 'isomorphic-git';
import { parseAddress } from './address.ts';
import { GitError, type ConnectionCheck, type Remote } from './git.ts';
import { namesOfSome, shownPath } from '../plan/shown-names.ts';
import { branchRef, branchesOf } from './remote-branch.ts';
import { openTransport } from './transport.ts';

type Part = ConnectionCheck['name'];

const parts: readonly Part[] = ['address', 'host', 'credential', 'branch', 'push'];

/** Which part is to blame. */
const blamed: Partial<Record<GitError['reason'], Part>> = {
  address: 'address',
  offline: 'host',
  'host-key': 'host',
  cut: 'host',
  time: 'host',
  login: 'credential',
};

/** Looks at each part of the way, as a pull and a publish would go it. Nothing is changed on either side. */
export async function testConnection(
  remote: Remote,
  isExpected: (error: unknown) => GitError,
): Promise<readonly ConnectionCheck[]> {
  const passed: ConnectionCheck[] = [];
  const pass = (name: Part, message: string): void => {
    passed.push({ name, state: 'passed', message });
  };
  try {
    await goThere(remote, pass);
    return passed;
  } catch (error) {
    const problem = isExpected(error);
    const next = parts[passed.length] ?? 'push';
    const name =
      blamed[problem.reason] ?? (next === 'host' || next === 'address' ? 'credential' : next);
    return [
      ...upTo(name, passed, problem.reason !== 'login'),
      { name, state: 'failed', message: problem.message },
      ...rest(name),
    ];
  }
}

async function goThere(remote: Remote, pass: (name: Part, message: string) => void): Promise<void> {
  const address = parseAddress(remote.repository);
  const host =
    address.kind === 'http' ? address.url.hostname.replace(/^\[|\]$/g, '') : address.host;
  const ref = branchRef(remote);
  pass(
    'address',
    address.kind === 'http'
      ? `It is reached over ${address.url.protocol === 'https:' ? 'HTTPS' : 'HTTP, which is not encrypted'}.`
      : 'It is reached over SSH.',
  );
  await resolved(host);
  const transport = openTransport(remote);
  try {
    const { url, http } = transport;
    const refs = await git.listServerRefs({ http, url, symrefs: true, protocolVersion: 1 });
    pass('host', `${host} responds${address.kind === 'ssh' ? ', and its key is known' : ''}.`);
    pass('credential', 'The repository can be read.');
    const hasBranch = refs.some((each) => each.ref === ref);
    pass('branch', hasBranch ? `There is a branch ${remote.branch}.` : without(remote, refs));
    await git.listServerRefs({ http, url, forPush: true, protocolVersion: 1 });
    pass('push', 'The credentials allow a push.');
  } finally {
    transport.close();
  }
}

function without({ branch }: Remote, refs: Parameters<typeof branchesOf>[0]): string {
  const { names, defaultName } = branchesOf(refs);
  return defaultName === null
    ? `There is no branch ${branch} yet. The first publish creates it.`
    : `There is no branch ${branch}. The repository has ${namesOfSome(names)}. A publish creates ${branch} from ${shownPath(defaultName)}.`;
}

async function resolved(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch (error) {
    throw new GitError(
      'offline',
      `The name ${host} cannot be resolved. Check the address and the network.`,
      { cause: error },
    );
  }
}

/** What comes before the part that failed was in order, whether it was noted or not, unless nobody was asked. */
function upTo(
  name: Part,
  passed: readonly ConnectionCheck[],
  isAsked: boolean,
): readonly ConnectionCheck[] {
  return parts.slice(0, parts.indexOf(name)).map((part) => {
    const noted = passed.find((check) => check.name === part);
    return noted ?? (isAsked ? { name: part, state: 'passed', message: '' } : unseen(part));
  });
}

function rest(name: Part): readonly ConnectionCheck[] {
  return parts.slice(parts.indexOf(name) + 1).map(unseen);
}

function unseen(name: Part): ConnectionCheck {
  return { name, state: 'skipped', message: 'Not checked.' };
}
