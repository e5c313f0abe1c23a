import { useRefusal } from '../../client/use-refusal.ts';
import { AuditSection } from './AuditSection.tsx';
import { GeneralSection } from './GeneralSection.tsx';
import { KeychainSection } from './KeychainSection.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LoadedNotes } from './LoadedNotes.tsx';
import { NodesSection } from './NodesSection.tsx';
import type { SettingsSection } from './sections.ts';
import { AccountsEmptyState } from './AccountsEmptyState.tsx';
import { UsersSection } from './UsersSection.tsx';
import { useLoaded } from './use-loaded.ts';
import { WebhookSection } from './WebhookSection.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';
import { texts } from './texts.ts';

interface SectionBodyProps {
  readonly section: SettingsSection;
  readonly fileName: string | undefined;
}

/** One section, or why it cannot be had. */
export function SectionBody({ section, fileName }: SectionBodyProps) {
  const { id, label, keys, needs, needsAccounts } = section;
  const refusal = useRefusal()(needs);
  return (
    <section className={`settings-body settings-${id}`} aria-label={label} tabIndex={0}>
      <p className="small secondary governed">
        {keys.length === 1 ? texts.page.key : texts.page.keys}
        {keys.map((key) => (
          <code key={key}>{key}</code>
        ))}
      </p>
      {refusal ? (
        <p className="secondary">{refusal}</p>
      ) : needsAccounts ? (
        <WithAccounts section={section} fileName={fileName} />
      ) : (
        <Chosen section={section} fileName={fileName} />
      )}
    </section>
  );
}

/** Without accounts these operations are refused, so whether there are any is asked first. */
function WithAccounts(props: SectionBodyProps) {
  const status = useLoaded((engine) => engine.call('auth.status', {}));
  return (
    <>
      <LoadedNotes of={status} />
      {status.value?.mode === 'none' && <AccountsEmptyState what={props.section.label} />}
      {status.value?.mode === 'builtin' && <Chosen {...props} />}
    </>
  );
}

function Chosen({ section, fileName }: SectionBodyProps) {
  switch (section.id) {
    case 'general':
      return <GeneralSection />;
    case 'users':
      return <UsersSection />;
    case 'api-keys':
      return <KeysSection />;
    case 'webhooks':
      return fileName === undefined ? <WebhooksSection /> : <WebhookSection fileName={fileName} />;
    case 'audit':
      return <AuditSection />;
    case 'nodes':
      return <NodesSection />;
    case 'keychain':
      return <KeychainSection />;
  }
}
