import type { Config } from '../../config/config.ts';
import type { SecretDefinition } from '../../dag/definition.ts';
import { knownSecrets as knownValues } from '../../execution/state/resolve-secrets.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { readText } from '../../lib/regular-file.ts';
import type { KnownSecret } from '../../sync/secret-guard.ts';
import type { EngineServices } from '../engine-services.ts';

type Services = Pick<EngineServices, 'catalog' | 'config' | 'base'>;

/** Files that are looked at in one turn. */
const AT_ONCE = 32;

/** Secrets whose values the engine knows or can find: those of its settings, and those of all DAGs. */
export async function knownSecrets(
  services: Services,
  ownEnvironment: NodeJS.ProcessEnv,
): Promise<readonly KnownSecret[]> {
  const all = new Map<string, KnownSecret>();
  for (const secret of ofSettings(services.config)) all.set(secret.value, secret);
  for (const definition of await ofDags(services)) {
    const sources = { ownEnvironment, workingDir: services.config.paths.dagsDir };
    const values = await knownValues([definition], sources);
    for (const [name, value] of values) {
      if (!all.has(value)) all.set(value, { title: `the secret \`${name}\``, value });
    }
  }
  return [...all.values()];
}

function ofSettings({ auth, remoteNodes, gitSync }: Config): readonly KnownSecret[] {
  const nodes = remoteNodes.map(({ name, auth: own }) => ({
    title: `the credential of node \`${name}\``,
    value: own.type === 'token' ? own.token : own.type === 'basic' ? own.password : null,
  }));
  const settings = [
    { title: '`auth.basic.password`', value: auth.basic?.password },
    { title: '`auth.token.secret`', value: auth.token.secret },
    { title: 'the password of the first administrator', value: auth.admin?.password },
    { title: '`auth.oidc.client_secret`', value: auth.oidc?.clientSecret },
    { title: '`git_sync.auth.token`', value: gitSync.auth.token },
    { title: '`git_sync.auth.ssh_passphrase`', value: gitSync.auth.sshPassphrase },
    ...nodes,
  ];
  return settings.flatMap(({ title, value }) => (value ? [{ title, value }] : []));
}

/** What all DAGs say of their secrets. Most say nothing, and are not read for it. */
async function ofDags({ catalog, base }: Services): Promise<readonly SecretDefinition[]> {
  const found: SecretDefinition[] = [];
  const all = mentions(base.current()?.text ?? '');
  let looked = 0;
  for (const { fileName } of [...catalog.entries()]) {
    const file = catalog.tree.find(fileName);
    if (file === null || file.trouble !== undefined) continue;
    if (all || mentions(readText(file.path, { links: 'follow' }))) {
      await catalog.warm(fileName);
      const loaded = catalog.read(fileName)?.loaded;
      found.push(...((loaded?.dag ?? loaded?.partial)?.secrets ?? []));
    }
    if (++looked % AT_ONCE === 0) await nextTurn();
  }
  return found;
}

const mentions = (text: string): boolean => /\bsecrets\b/.test(text);
