import { CodeBlock } from '../../components/CodeBlock.tsx';

const lines = `auth:
  mode: builtin`;

/** What stands in place of users, keys and webhooks while the engine asks nobody who they are. */
export function TeachAccounts({ what }: { readonly what: string }) {
  return (
    <div className="settings-teach">
      <h2 className="strong">{what} come with accounts, which are off</h2>
      <p className="secondary">
        Now whoever can reach this engine may do everything: only programs on this machine can. To
        have accounts, API keys and webhooks, write into <code>config.yaml</code>:
      </p>
      <CodeBlock label="Lines of config.yaml" text={lines} />
      <p className="secondary">
        Then start the engine anew. The first page that is opened in a browser asks for the name and
        the password of the first administrator. This app’s own window stays open to you without a
        login, as the owner of the machine.
      </p>
    </div>
  );
}
