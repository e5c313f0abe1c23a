import { useLayoutEffect, useRef } from 'react';
import type { ParamRule } from '#contract/param-rules.ts';
import { choicesOf, isPlausible, titleOf } from '../lib/param-rules.ts';
import { SelectField, type SelectOption } from './SelectField.tsx';
import { TextField } from './TextField.tsx';
import { texts } from './texts.ts';

interface ParamControlProps {
  readonly label: string;
  readonly value: string;
  /** The value with which the form was opened. */
  readonly initial: string;
  /** What it is for and what it may be, in sentences. */
  readonly help: string | undefined;
  /** Undefined while it is not known, and where there is none. */
  readonly rule: ParamRule | undefined;
  readonly isReadOnly: boolean;
  readonly autoFocus: boolean;
  readonly onChange: (value: string) => void;
}

/** A parameter of a run: a list where its values are listed, else a text. The engine decides whether the value is allowed. */
export function ParamControl(props: ParamControlProps) {
  const { label, value, initial, help, rule, isReadOnly, autoFocus, onChange } = props;
  // What cannot be changed is a text that can still be copied.
  const choices = rule === undefined || isReadOnly ? [] : choicesOf(rule, [initial, value]);
  const isList = choices.length > 0;
  const place = useFocusAcross(isList);
  const isRequired = rule?.isRequired ?? false;
  const field = {
    label,
    value,
    autoFocus,
    onChange,
    isRequired,
    isMono: true,
    help: isList ? helpOfList(rule) : help,
  };
  return (
    <div {...place}>
      {isList ? (
        <SelectField {...field} options={choices.map((choice) => optionOf(choice, rule))} />
      ) : (
        <TextField
          {...field}
          isReadOnly={isReadOnly}
          error={isReadOnly ? undefined : warningOf(props)}
          mayBeSent
          inputMode={inputModeOf(rule)}
        />
      )}
    </div>
  );
}

/** The rules may come while a field has the focus already: what takes its place takes that too. */
function useFocusAcross(isList: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hasFocus.current) return;
    place.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isList]);
  return {
    ref: place,
    onFocus: () => {
      hasFocus.current = true;
    },
    // An element that React takes away tells nobody that it loses the focus.
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}

/** A list shows what the help of a text has to say. */
function helpOfList(rule: ParamRule | undefined): string {
  if (rule === undefined) return '';
  return rule.isRequired ? texts.param.requiredBeside(rule.description) : rule.description;
}

function optionOf(choice: string, rule: ParamRule | undefined): SelectOption {
  const title = rule && titleOf(rule, choice);
  if (title !== undefined) return { value: choice, label: titled(title, choice), isWords: true };
  if (choice !== '') return { value: choice, label: choice };
  if (rule?.choices.includes('')) return { value: '', label: texts.param.empty };
  return rule?.isRequired
    ? { value: '', label: texts.param.choose, isPlaceholder: true }
    : { value: '', label: texts.param.notSet };
}

/** An option has one look, so the value that somebody may know stands in brackets. */
const titled = (title: string, choice: string): string =>
  choice === '' ? title : texts.param.titled(title, choice);

function inputModeOf(rule: ParamRule | undefined): 'numeric' | 'decimal' | undefined {
  if (rule?.type === 'integer') return 'numeric';
  return rule?.type === 'number' ? 'decimal' : undefined;
}

function warningOf({ value, initial, rule }: ParamControlProps): string | undefined {
  if (rule === undefined || value === '') return undefined;
  // What the engine still has to work out is no number yet.
  const isExpression = value === initial && /[$`]/.test(value);
  return isExpression || isPlausible(rule, value) ? undefined : texts.param.number(rule);
}
