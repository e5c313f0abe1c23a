import { SelectField } from '../../../components/SelectField.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { useNow } from '../../../components/use-now.ts';
import { ownZone } from '../../../lib/format-day.ts';
import { relativeTime } from '../../../lib/format-time.ts';
import { readStartTime } from '../../../lib/start-time.ts';
import { texts } from './texts.ts';

/** When a run is to start, as the form has it. */
export interface StartTime {
  readonly isLater: boolean;
  /** Kept while it is not asked for. */
  readonly text: string;
}

interface StartTimeFieldsProps {
  readonly value: StartTime;
  readonly onChange: (value: StartTime) => void;
  /** Whether the time is the first thing that the form asks for. */
  readonly autoFocus: boolean;
}

/** Whether a run starts now, or at a time of the window's zone. */
export function StartTimeFields({ value, onChange, autoFocus }: StartTimeFieldsProps) {
  const { isLater, text } = value;
  const now = useNow(1000);
  const read = readStartTime(text, now);
  const wait = 'at' in read ? relativeTime(read.at, now) : undefined;
  return (
    <>
      <SelectField
        label={texts.start}
        value={isLater ? 'later' : 'now'}
        options={[
          { value: 'now', label: texts.now, isWords: true },
          { value: 'later', label: texts.later, isWords: true },
        ]}
        onChange={(chosen) => onChange({ ...value, isLater: chosen === 'later' })}
      />
      {isLater && (
        <TextField
          label={texts.time}
          type="datetime-local"
          value={text}
          error={'problem' in read ? read.problem : undefined}
          help={wait ? texts.zoneAndWait(ownZone, wait) : texts.zone(ownZone)}
          autoFocus={autoFocus}
          onChange={(typed) => onChange({ ...value, text: typed })}
        />
      )}
    </>
  );
}
