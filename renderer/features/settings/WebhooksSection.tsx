import { useState } from 'react';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Link } from '../../components/Link.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { Moment } from './Moment.tsx';
import { NewWebhookDialog } from './NewWebhookDialog.tsx';
import { SectionHead } from './SectionHead.tsx';
import { signatureNames } from './signature-options.ts';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';

const loadWebhooks = async (engine: EngineConnection) =>
  (await engine.call('webhooks.list', {})).webhooks;

/** The webhooks of all DAGs. */
export function WebhooksSection() {
  const engine = useEngine();
  const webhooks = useLoaded(loadWebhooks);
  const [isCreating, setCreating] = useState(false);
  const now = useNow(30_000);
  return (
    <>
      <SectionHead
        title={texts.webhooks.title}
        verb={texts.webhooks.new}
        onNew={() => setCreating(true)}
      />
      <p className="secondary">{texts.webhooks.lead}</p>
      <LoadedNotes of={webhooks} />
      {webhooks.value?.length === 0 && <p className="secondary">{texts.webhooks.none}</p>}
      {webhooks.value && webhooks.value.length > 0 && (
        <table className="table settings-table">
          <thead>
            <tr>
              <th scope="col">{texts.webhooks.dag}</th>
              <th scope="col">{texts.webhooks.token}</th>
              <th scope="col" className="wide-only">
                {texts.webhooks.signature}
              </th>
              <th scope="col">{texts.webhooks.lastUsed}</th>
              <th scope="col">{texts.webhooks.on}</th>
            </tr>
          </thead>
          <tbody>
            {webhooks.value.map(({ id, dagName, tokenPrefix, enabled, signature, lastUsedAt }) => (
              <tr key={id} className={enabled ? undefined : 'is-off'}>
                <td className="cut">
                  <Link className="medium" href={paths.webhook(dagName)}>
                    {dagName}
                  </Link>
                </td>
                <td className="mono">{tokenPrefix}…</td>
                <td className="wide-only">{signatureNames[signature]}</td>
                <td>
                  <Moment at={lastUsedAt} now={now} never={texts.page.never} />
                </td>
                <td>
                  <Switch
                    label={texts.webhooks.label(dagName)}
                    isOn={enabled}
                    onChange={(isOn) =>
                      void webhooks.attempt(() =>
                        engine.call('webhooks.toggle', { fileName: dagName, enabled: isOn }),
                      )
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isCreating && (
        <NewWebhookDialog
          taken={(webhooks.value ?? []).map(({ dagName }) => dagName)}
          onDone={() => void webhooks.refresh()}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}
