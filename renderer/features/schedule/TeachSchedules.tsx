import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';

const example = `schedule: "30 2 * * 1-5"   # weekdays at 02:30
catchup_window: 6h         # run later what was missed
overlap_policy: latest     # of several missed, only the last`;

/** What stands in place of an empty calendar: how a DAG gets a schedule. */
export function TeachSchedules() {
  const navigation = useNavigation();
  return (
    <div className="teach">
      <h1>No DAG has a schedule</h1>
      <p className="secondary">
        With these lines at the top of a DAG’s file, Dagwright starts it by itself. Here you then
        see when, and what became of each time: ran, skipped, or missed and why.
      </p>
      <pre tabIndex={0} aria-label="Lines of a DAG's file">
        {example}
      </pre>
      <p className="secondary small">
        Only the first line is needed. Times are those of this computer; begin with{' '}
        <code>CRON_TZ=Europe/Berlin</code> for another zone. A computer that sleeps runs nothing:
        what is missed is shown here, or made up for within <code>catchup_window</code>.
      </p>
      <div className="row">
        <Button look="primary" icon="dags" onPress={() => navigation.go(paths.dags())}>
          Go to DAGs
        </Button>
      </div>
    </div>
  );
}
