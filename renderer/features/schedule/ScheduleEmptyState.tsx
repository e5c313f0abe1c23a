import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

/** What stands in place of an empty calendar: how a DAG gets a schedule. */
export function ScheduleEmptyState() {
  const navigation = useNavigation();
  return (
    <div className="empty-state">
      <h1>{texts.empty.title}</h1>
      <p className="secondary">{texts.empty.lead}</p>
      <pre tabIndex={0} aria-label={texts.empty.exampleLabel}>
        {texts.empty.example}
      </pre>
      <p className="secondary small">
        <Sentence
          text={texts.empty.note}
          parts={{ zone: <code>CRON_TZ=Europe/Berlin</code>, window: <code>catchup_window</code> }}
        />
      </p>
      <div className="row">
        <Button look="primary" icon="dags" onPress={() => navigation.go(paths.dags())}>
          {texts.commands.goToDags}
        </Button>
      </div>
    </div>
  );
}
