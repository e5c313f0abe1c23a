import { useState } from 'react';
import { EngineError } from '#contract/errors.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { paths } from '../../lib/paths.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import { LoadedNotes } from './LoadedNotes.tsx';
import { useLoaded } from './use-loaded.ts';
import { WebhookDetails } from './WebhookDetails.tsx';
import { WebhookToken } from './WebhookToken.tsx';
import { texts } from './texts.ts';

/** The webhook of one DAG: its token, how it is used, and what came to it. */
export function WebhookSection({ fileName }: { readonly fileName: string }) {
  const engine = useEngine();
  const webhook = useLoaded(async (connection) => {
    try {
      return await connection.call('webhooks.get', { fileName });
    } catch (error) {
      // A DAG without one is what this page is for, and no failure.
      if (error instanceof EngineError && error.code === 'not_found') return null;
      throw error;
    }
  });
  const [token, setToken] = useState<string>();
  const create = () =>
    void webhook.attempt(async () =>
      setToken((await engine.call('webhooks.create', { fileName })).token),
    );
  return (
    <>
      <h2 className="settings-heading row">
        <Link className="link" href={paths.settings('webhooks')}>
          {texts.webhooks.title}
        </Link>
        <span className="secondary">/</span>
        <Link href={paths.dag(fileName)} title={texts.webhooks.openDag(fileName)}>
          {fileName}
        </Link>
      </h2>
      <LoadedNotes of={webhook} />
      {webhook.value === null && (
        <div className="settings-empty-state">
          <p className="secondary">{texts.webhooks.noneOf(fileName)}</p>
          <div className="row">
            <Button look="primary" icon="plus" onPress={create}>
              {texts.webhooks.create}
            </Button>
          </div>
        </div>
      )}
      {webhook.value && (
        <>
          <WebhookDetails
            fileName={fileName}
            webhook={webhook.value}
            onChange={webhook.attempt}
            onToken={setToken}
          />
          <DeliveryTable fileName={fileName} />
        </>
      )}
      {token !== undefined && (
        <WebhookToken
          fileName={fileName}
          token={token}
          signature={webhook.value?.signature ?? 'none'}
          onClose={() => setToken(undefined)}
        />
      )}
    </>
  );
}
