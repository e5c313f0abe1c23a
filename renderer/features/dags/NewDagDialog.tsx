import { useState } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import { isDagName, NAME_RULE } from '#contract/fields.ts';
import { useEngine } from '../../client/engine-context.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useNavigation } from '../../components/navigation-context.ts';
import { TextField } from '../../components/TextField.tsx';
import { bareName } from '../../lib/bare-name.ts';
import { formatError } from '../../lib/format-error.ts';
import { paths } from '../../lib/paths.ts';
import { starterSpec } from './samples.ts';
import { texts } from './texts.ts';

interface NewDagDialogProps {
  readonly dags: readonly DagListItem[];
  readonly onClose: () => void;
}

/** Asks for a name and opens the new DAG in its editor. */
export function NewDagDialog({ dags, onClose }: NewDagDialogProps) {
  const engine = useEngine();
  const navigation = useNavigation();
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const problem = name === '' ? undefined : (refusal ?? problemOf(name, dags));

  const create = async () => {
    try {
      await engine.call('dags.create', { name, spec: starterSpec(name) });
      onClose();
      navigation.go(paths.newText(name));
    } catch (error) {
      setRefusal(formatError(error));
    }
  };
  return (
    <AskDialog
      title={texts.create.title}
      verb={texts.create.confirm}
      isBlocked={name === '' || problem !== undefined}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={texts.create.name}
        value={name}
        error={problem}
        isMono
        autoFocus
        placeholder={texts.create.example}
        onChange={(next) => {
          setName(next);
          setRefusal(undefined);
        }}
      />
      <p className="small">{texts.create.note}</p>
    </AskDialog>
  );
}

function problemOf(name: string, dags: readonly DagListItem[]): string | undefined {
  if (!isDagName(name)) return NAME_RULE;
  const isTaken = dags.some((item) => bareName(item.fileName) === name);
  return isTaken ? texts.create.taken(name) : undefined;
}
