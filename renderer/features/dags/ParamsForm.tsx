import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { encodeParams, paramFields } from '../../lib/params.ts';

interface ParamsFormProps {
  readonly name: string;
  readonly params: readonly string[];
  readonly onRun: (params: string | undefined) => void;
}

/** The parameters of a start, filled with their defaults. */
export function ParamsForm({ name, params, onRun }: ParamsFormProps) {
  const fields = paramFields(params);
  const [values, setValues] = useState(() => fields.map((field) => field.defaultValue));
  return (
    <form
      className="params-form"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(encodeParams(fields, values));
      }}
    >
      <h2>Run {name}</h2>
      {fields.map((field, index) => (
        <TextField
          key={index}
          label={field.name ?? `Parameter ${index + 1}`}
          value={values[index] ?? ''}
          isMono
          autoFocus={index === 0}
          onChange={(value) => setValues(values.with(index, value))}
        />
      ))}
      <div className="dialog-actions">
        <Button type="submit" look="primary" icon="play">
          Run
        </Button>
      </div>
    </form>
  );
}
