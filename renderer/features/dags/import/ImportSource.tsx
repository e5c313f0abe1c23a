import { useRef, useState } from 'react';
import { Label, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { Button } from '../../../components/Button.tsx';
import { Segments } from '../../../components/Segments.tsx';
import { TextField } from '../../../components/TextField.tsx';
import type { ImportFile, ImportKind } from './import-store.ts';
import { texts } from './texts.ts';

/** Which texts a person wants to import. */
export interface Source {
  readonly kind: ImportKind;
  readonly files: readonly ImportFile[];
  readonly pasted: string;
  /** Of the DAG that the pasted text becomes. */
  readonly name: string;
}

export const noSource: Source = { kind: 'dagu', files: [], pasted: '', name: 'imported' };

const kinds = (['dagu', 'crontab'] as const).map((kind) => ({
  value: kind,
  label: texts.kinds[kind],
}));

/** All texts of a source. */
export function textsOf({ kind, files, pasted, name }: Source): readonly ImportFile[] {
  if (pasted.trim() === '') return files;
  return [...files, { name: kind === 'crontab' ? texts.pastedCrontab : name, text: pasted }];
}

interface ImportSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

/** Asks for files or a text. */
export function ImportSource({ source, onChange }: ImportSourceProps) {
  const { kind, files, pasted, name } = source;
  const input = useRef<HTMLInputElement>(null);
  // Whoever comes back from the plan goes on with the text.
  const [isBack] = useState(textsOf(source).length > 0);
  const read = async (chosen: FileList | null) => {
    const all = [...(chosen ?? [])].map(async (file) => ({
      name: file.name,
      text: await file.text(),
    }));
    onChange({ ...source, files: await Promise.all(all) });
  };
  return (
    <>
      <p className="secondary small">{texts.lead}</p>
      <Segments
        label={texts.kind}
        look="boxes"
        value={kind}
        options={kinds}
        onChange={(next) => onChange({ ...source, kind: next, files: [] })}
      />
      <div className="row">
        <input
          ref={input}
          key={kind}
          type="file"
          hidden
          multiple={kind === 'dagu'}
          aria-label={texts.files}
          {...(kind === 'dagu' ? { accept: '.yaml,.yml' } : {})}
          onChange={(event) => void read(event.target.files)}
        />
        <Button onPress={() => input.current?.click()}>{texts.choose}</Button>
        {files.length > 0 && (
          <span className="secondary">{texts.chosen(files.map((file) => file.name))}</span>
        )}
      </div>
      <AriaTextField
        className="text-field"
        value={pasted}
        onChange={(next) => onChange({ ...source, pasted: next })}
      >
        <Label>{texts.paste[kind]}</Label>
        <TextArea
          autoFocus={isBack}
          className="input mono import-text"
          rows={8}
          spellCheck="false"
          placeholder={texts.example[kind]}
        />
      </AriaTextField>
      {kind === 'dagu' && pasted.trim() !== '' && (
        <TextField
          label={texts.name}
          value={name}
          isMono
          onChange={(next) => onChange({ ...source, name: next })}
        />
      )}
    </>
  );
}
