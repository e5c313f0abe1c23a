import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';

const config = `queues:
  config:
    - name: heavy
      max_concurrency: 2   # so many run at once`;

const dag = `queue: heavy`;

/** What stands in place of empty columns: what a queue is, and how to have one. */
export function TeachQueues() {
  const navigation = useNavigation();
  return (
    <div className="teach">
      <h1>Nothing is queued</h1>
      <p className="secondary">
        A queued run begins when its queue has room, in the order in which runs came. Every DAG has
        a queue of its own that lets one run through at a time; it appears here while it holds
        anything. Use Enqueue in the menu beside Run.
      </p>
      <p className="secondary">
        To share room between DAGs, name a queue in <code>config.yaml</code>…
      </p>
      <pre tabIndex={0} aria-label="Lines of config.yaml">
        {config}
      </pre>
      <p className="secondary">…and put DAGs into it with a line in their files:</p>
      <pre tabIndex={0} aria-label="Line of a DAG's file">
        {dag}
      </pre>
      <div className="row">
        <Button look="primary" icon="dags" onPress={() => navigation.go(paths.dags())}>
          Go to DAGs
        </Button>
      </div>
    </div>
  );
}
