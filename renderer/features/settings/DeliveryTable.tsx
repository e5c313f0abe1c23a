import type { Delivery } from '#contract/webhook.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { useNow } from '../../components/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { formatSize } from '../../lib/format-size.ts';
import { Moment } from './Moment.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { TestDelivery } from './sender/TestDelivery.tsx';
import { usePaged } from './use-paged.ts';
import { texts } from './texts.ts';

/** Requests to a webhook, newest first, with what became of each. */
export function DeliveryTable({ fileName }: { readonly fileName: string }) {
  const loaded = usePaged(async (engine, after) => {
    const page = await engine.call('webhooks.deliveries', { fileName, ...after });
    return { items: page.deliveries, cursor: page.nextCursor };
  });
  const { phase, message, items, cursor, refresh, more } = loaded;
  const navigation = useNavigation();
  const now = useNow(15_000);
  return (
    <>
      <div className="row">
        <h3 className="settings-heading grow">{texts.deliveries.title}</h3>
        <Button size="small" icon="again" onPress={() => void refresh()}>
          {texts.page.refresh}
        </Button>
      </div>
      <TestDelivery fileName={fileName} onDone={() => void refresh()} />
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {phase === 'ready' && items.length === 0 && (
        <p className="secondary">{texts.deliveries.none}</p>
      )}
      {items.length > 0 && (
        <SettingsTable
          label={texts.deliveries.title}
          columns={[
            { label: texts.deliveries.received },
            { label: texts.deliveries.outcome },
            { label: texts.deliveries.from },
            { label: texts.deliveries.size, isWideOnly: true },
            { label: texts.deliveries.run },
          ]}
          items={items}
          keyOf={({ id }) => String(id)}
          onOpen={({ dagRunId }) => {
            if (dagRunId !== '') navigation.go(paths.run({ name: fileName, dagRunId }));
          }}
        >
          {(delivery) => <DeliveryCells {...{ delivery, fileName, now }} />}
        </SettingsTable>
      )}
      {cursor !== undefined && (
        <div className="row">
          <Button size="small" onPress={() => void more()}>
            {texts.deliveries.showOlder}
          </Button>
        </div>
      )}
    </>
  );
}

interface DeliveryCellsProps {
  readonly delivery: Delivery;
  readonly fileName: string;
  readonly now: number;
}

function DeliveryCells({ delivery, fileName, now }: DeliveryCellsProps) {
  const { receivedAt, status, origin, bytes, dagRunId, reason } = delivery;
  const isQueued = status < 400;
  return (
    <>
      <td>
        <Moment at={receivedAt} now={now} never="" />
      </td>
      <td>
        <Status
          status={isQueued ? 'succeeded' : 'failed'}
          label={isQueued ? texts.deliveries.accepted : texts.deliveries.refused(status)}
          isNamed
        />
      </td>
      <td className="mono cut" title={origin}>
        {origin}
      </td>
      <td className="wide-only">{formatSize(bytes)}</td>
      <td className="cut" title={reason || dagRunId}>
        {dagRunId === '' ? (
          reason
        ) : (
          <Link tabIndex={-1} className="link mono" href={paths.run({ name: fileName, dagRunId })}>
            {dagRunId}
          </Link>
        )}
      </td>
    </>
  );
}
