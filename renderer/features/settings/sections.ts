import type { OperationName } from '#contract/operations.ts';
import type { IconName } from '../../components/icons.tsx';
import { texts } from './texts.ts';

export const sectionIds = [
  'general',
  'users',
  'api-keys',
  'webhooks',
  'audit',
  'nodes',
  'keychain',
] as const;
export type SectionId = (typeof sectionIds)[number];

/** A part of the settings. */
export interface SettingsSection {
  readonly id: SectionId;
  readonly label: string;
  readonly icon: IconName;
  /** What it is about, beside its name, for whoever searches. */
  readonly words: string;
  /** Keys of `config.yaml` that govern it. */
  readonly keys: readonly string[];
  /** What one must be allowed to do to see it. */
  readonly needs: OperationName;
  /** There is nothing of this without accounts. */
  readonly needsAccounts: boolean;
}

export const sections: readonly SettingsSection[] = [
  {
    id: 'general',
    ...texts.sections.general,
    icon: 'settings',
    keys: ['host', 'port', 'paths.dags_dir', 'paths.data_dir', 'paths.log_dir'],
    needs: 'system.health',
    needsAccounts: false,
  },
  {
    id: 'users',
    ...texts.sections.users,
    icon: 'person',
    keys: [
      'auth.mode',
      'auth.builtin.token.ttl',
      'auth.builtin.oidc.enabled',
      'rate_limiting.enabled',
      'permissions.write_dags',
      'permissions.run_dags',
    ],
    needs: 'users.list',
    needsAccounts: true,
  },
  {
    id: 'api-keys',
    ...texts.sections['api-keys'],
    icon: 'key',
    keys: ['auth.mode'],
    needs: 'apiKeys.list',
    needsAccounts: true,
  },
  {
    id: 'webhooks',
    ...texts.sections.webhooks,
    icon: 'webhook',
    keys: ['auth.mode', 'permissions.run_dags'],
    needs: 'webhooks.list',
    needsAccounts: true,
  },
  {
    id: 'audit',
    ...texts.sections.audit,
    icon: 'audit',
    keys: ['audit.enabled', 'audit.retention_days'],
    needs: 'audit.list',
    needsAccounts: false,
  },
  {
    id: 'nodes',
    ...texts.sections.nodes,
    icon: 'node',
    keys: ['remote_nodes'],
    needs: 'nodes.list',
    needsAccounts: false,
  },
  {
    id: 'keychain',
    ...texts.sections.keychain,
    icon: 'lock',
    keys: ['auth.builtin.token.store', 'remote_nodes'],
    needs: 'keychain.list',
    needsAccounts: false,
  },
];

/** A section that somebody searches for, with the keys in which the text stands. */
export interface FoundSection {
  readonly section: SettingsSection;
  readonly keys: readonly string[];
}

/** The sections in whose name, words or keys a text stands; all of them for none. */
export function findSections(text: string): readonly FoundSection[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return sections.map((section) => ({ section, keys: [] }));
  return sections.flatMap((section) => {
    const keys = section.keys.filter((key) => key.includes(wanted));
    const isNamed = `${section.label} ${section.words}`.toLowerCase().includes(wanted);
    return isNamed || keys.length > 0 ? [{ section, keys }] : [];
  });
}
