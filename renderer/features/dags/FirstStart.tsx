import { useState } from 'react';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { errorWords } from '../../lib/error-words.ts';
import { paths } from '../../lib/paths.ts';
import { samples, type Sample } from './samples.ts';
import { SamplePicture } from './SamplePicture.tsx';

interface FirstStartProps {
  readonly onCreate: () => void;
}

/** What stands in place of an empty table: what a DAG is, and three to try. */
export function FirstStart({ onCreate }: FirstStartProps) {
  const engine = useEngine();
  const navigation = useNavigation();
  const [problem, setProblem] = useState<string>();
  const refusal = useRefusal()('dags.create');

  const tryIt = async (sample: Sample) => {
    try {
      await engine.call('dags.create', { name: sample.name, spec: sample.spec });
      const { dagRunId } = await engine.call('dags.start', { fileName: sample.name });
      navigation.go(paths.run({ name: sample.name, dagRunId }));
    } catch (error) {
      setProblem(errorWords(error));
    }
  };
  return (
    <div className="first-start">
      <h1>No DAGs yet</h1>
      <p className="secondary lead">
        A DAG is a YAML file with steps. Dagwright runs it on this computer and keeps its logs.
      </p>
      {refusal && <p className="secondary">{refusal}</p>}
      <div className="row" hidden={refusal !== undefined}>
        <Button look="primary" icon="plus" onPress={onCreate}>
          New DAG
        </Button>
      </div>
      <h2>Or try a sample</h2>
      {problem && <ErrorNote message={problem} onDismiss={() => setProblem(undefined)} />}
      <ul className="samples">
        {samples.map((sample) => (
          <li key={sample.name}>
            <SamplePicture shape={sample.shape} />
            <span className="grow">
              <span className="strong">{sample.name}</span>
              <br />
              <span className="secondary">{sample.description}</span>
              <br />
              <span className="secondary small">{sample.facts}</span>
            </span>
            <Button
              icon="play"
              aria-label={`Try it: ${sample.name}`}
              isDisabled={refusal !== undefined}
              onPress={() => void tryIt(sample)}
            >
              Try it
            </Button>
          </li>
        ))}
      </ul>
      <p className="small secondary">
        Samples are copied to your DAGs folder, where you can change or delete them. None of them
        has a schedule, so nothing starts by itself.
      </p>
    </div>
  );
}
