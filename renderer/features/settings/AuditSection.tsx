import { auditEntry } from '#contract/auth.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useLocation, useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { AuditFilterBar, type AuditFilter } from './AuditFilterBar.tsx';
import { AuditTable } from './AuditTable.tsx';
import { usePaged } from './use-paged.ts';
import { texts } from './texts.ts';

/** Who changed what, and who was refused, newest first. */
export function AuditSection() {
  const navigation = useNavigation();
  const search = new URLSearchParams(useLocation().search);
  const filter: AuditFilter = {
    actor: search.get('actor') ?? '',
    operation: search.get('operation') ?? '',
    outcome: auditEntry().shape.outcome.options.find((one) => one === search.get('outcome')),
  };
  return (
    <>
      <AuditFilterBar
        filter={filter}
        onFilter={(next) => navigation.go(paths.audit(next), { replace: true })}
      />
      <FilteredAudit key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}

const PAGE = 100;

function FilteredAudit({ filter }: { readonly filter: AuditFilter }) {
  const audit = usePaged(async (engine, after) => {
    const query = { ...queryOf(filter), ...after, limit: PAGE };
    const { entries, nextCursor } = await engine.call('audit.list', query);
    return { items: entries, cursor: nextCursor };
  });
  const { phase, message, items, isLoadingMore, refresh, more } = audit;
  const isFiltered = Object.keys(queryOf(filter)).length > 0;
  return (
    <>
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {items.length > 0 && (
        <AuditTable entries={items} isLoadingMore={isLoadingMore} onEnd={more} />
      )}
      {phase === 'ready' && items.length === 0 && (
        <p className="secondary">{isFiltered ? texts.audit.noMatch : texts.audit.none}</p>
      )}
      {phase === 'ready' && (
        <div className="row">
          <Button size="small" icon="again" onPress={() => void refresh()}>
            {texts.page.refresh}
          </Button>
        </div>
      )}
    </>
  );
}

function queryOf({ actor, operation, outcome }: AuditFilter) {
  return {
    ...(actor === '' ? {} : { actor }),
    ...(operation === '' ? {} : { operation }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}
