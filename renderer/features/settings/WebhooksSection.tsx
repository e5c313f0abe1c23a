import { useState } from 'react';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { Link } from '../../components/Link.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { Switch } from '../../components/Switch.tsx';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { Moment } from './Moment.tsx';
import { NewWebhookDialog } from './NewWebhookDialog.tsx';
import { SectionHead } from './SectionHead.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { signatureNames } from './sender/signature-options.ts';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';

const loadWebhooks = async (engine: EngineConnection) =>
  (await engine.call('webhooks.list', {})).webhooks;

/** The webhooks of all DAGs. */
export function WebhooksSection() {
  const engine = useEngine();
  const navigation = useNavigation();
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
        <SettingsTable
          label={texts.webhooks.title}
          columns={[
            { label: texts.webhooks.dag },
            { label: texts.webhooks.token },
            { label: texts.webhooks.signature, isWideOnly: true },
            { label: texts.webhooks.lastUsed },
            { label: texts.webhooks.on },
          ]}
          items={webhooks.value}
          keyOf={({ id }) => id}
          isOff={({ enabled }) => !enabled}
          onOpen={({ dagName }) => navigation.go(paths.webhook(dagName))}
        >
          {({ dagName, tokenPrefix, enabled, signature, lastUsedAt }) => (
            <>
              <td className="cut">
                <Link tabIndex={-1} className="medium" href={paths.webhook(dagName)}>
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
                  isInRow
                  onChange={(isOn) =>
                    void webhooks.attempt(() =>
                      engine.call('webhooks.toggle', { fileName: dagName, enabled: isOn }),
                    )
                  }
                />
              </td>
            </>
          )}
        </SettingsTable>
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
