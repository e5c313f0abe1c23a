import { CodeBlock } from '../../components/CodeBlock.tsx';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

const lines = `auth:
  mode: builtin`;

/** What stands in place of users, keys and webhooks while the engine asks nobody who they are. */
export function AccountsEmptyState({ what }: { readonly what: string }) {
  return (
    <div className="settings-empty-state">
      <h2 className="strong">{texts.accounts.title(what)}</h2>
      <p className="secondary">
        <Sentence text={texts.accounts.lead} parts={{ file: <code>config.yaml</code> }} />
      </p>
      <CodeBlock label={texts.page.configLines} text={lines} />
      <p className="secondary">{texts.accounts.next}</p>
    </div>
  );
}
