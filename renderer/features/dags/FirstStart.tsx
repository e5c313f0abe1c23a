import { useState } from 'react';
import { useEngine } from '../../client/engine-context.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { formatError } from '../../lib/format-error.ts';
import { paths } from '../../lib/paths.ts';
import { samples, type Sample } from './samples.ts';
import { SamplePicture } from './SamplePicture.tsx';
import { texts } from './texts.ts';

interface FirstStartProps {
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

/** What stands in place of an empty table: what a DAG is, and three to try. */
export function FirstStart({ onCreate, onImport }: FirstStartProps) {
  const engine = useEngine();
  const navigation = useNavigation();
  const [problem, setProblem] = useState<string>();
  const refusal = useRefusal()('dags.create');

  const tryIt = async (sample: Sample) => {
    try {
      await engine.call('dags.create', { name: sample.name, spec: sample.spec });
      if (sample.isAsking) return navigation.go(paths.runForm(sample.name));
      const { dagRunId } = await engine.call('dags.start', { fileName: sample.name });
      navigation.go(paths.run({ name: sample.name, dagRunId }));
    } catch (error) {
      setProblem(formatError(error));
    }
  };
  return (
    <div className="first-start">
      <h1>{texts.firstStart.title}</h1>
      <p className="secondary lead">{texts.firstStart.lead}</p>
      {refusal && <p className="secondary">{refusal}</p>}
      <div className="row" hidden={refusal !== undefined}>
        <Button look="primary" icon="plus" onPress={onCreate}>
          {texts.list.newDag}
        </Button>
        <Button onPress={onImport}>{texts.list.importDags}</Button>
      </div>
      <h2>{texts.firstStart.orSample}</h2>
      {problem && <ErrorNote message={problem} onDismiss={() => setProblem(undefined)} />}
      <ul className="samples">
        {samples.map((sample) => (
          <li key={sample.name}>
            <SamplePicture shape={sample.shape} />
            <div className="grow">
              <span className="strong">{sample.name}</span>
              <p className="secondary">{texts.firstStart.samples[sample.name].description}</p>
              <p className="secondary small">{texts.firstStart.samples[sample.name].facts}</p>
            </div>
            <Button
              icon="play"
              aria-label={texts.firstStart.tryNamed(sample.name)}
              isDisabled={refusal !== undefined}
              onPress={() => void tryIt(sample)}
            >
              {texts.firstStart.tryIt}
            </Button>
          </li>
        ))}
      </ul>
      <p className="small secondary">{texts.firstStart.note}</p>
    </div>
  );
}
