import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from './texts.ts';
import { Sentence } from '../../components/Sentence.tsx';

const dag = `queue: heavy`;

/** What stands in place of empty columns: what a queue is, and how to have one. */
export function QueuesEmptyState() {
  const navigation = useNavigation();
  return (
    <div className="empty-state">
      <h1>{texts.empty.title}</h1>
      <p className="secondary">{texts.empty.lead}</p>
      <p className="secondary">
        <Sentence text={texts.empty.share} parts={{ file: <code>config.yaml</code> }} />
      </p>
      <pre tabIndex={0} aria-label={texts.empty.configLabel}>
        {texts.empty.config}
      </pre>
      <p className="secondary">{texts.empty.assign}</p>
      <pre tabIndex={0} aria-label={texts.empty.dagLabel}>
        {dag}
      </pre>
      <div className="row">
        <Button look="primary" icon="dags" onPress={() => navigation.go(paths.dags())}>
          {texts.empty.goToDags}
        </Button>
      </div>
    </div>
  );
}
