import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the value, as a sentence. */
  readonly error?: string | undefined;
  /** What the value is for. */
  readonly help?: string | undefined;
  /** Whether a form with an `error` can be sent all the same: somebody else decides. */
  readonly mayBeSent?: boolean;
  readonly isMono?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly type?: 'text' | 'password' | 'datetime-local';
  readonly inputMode?: 'numeric' | 'decimal' | undefined;
  /** What a password manager may fill in. */
  readonly autoComplete?: 'username' | 'current-password' | 'new-password' | 'off';
}

/** A field with its label, its help and what is wrong with its value. */
export function TextField(props: TextFieldProps) {
  const { label, error, help, mayBeSent, isMono, placeholder, inputMode, ...rest } = props;
  return (
    <AriaTextField
      className="text-field"
      isInvalid={error !== undefined}
      validationBehavior={mayBeSent ? 'aria' : 'native'}
      {...(inputMode ? { inputMode } : {})}
      {...rest}
    >
      <Label>{label}</Label>
      <Input className={isMono ? 'input mono' : 'input'} placeholder={placeholder ?? ''} />
      {help && (
        <Text slot="description" className="secondary small">
          {help}
        </Text>
      )}
      <FieldError>{error}</FieldError>
    </AriaTextField>
  );
}
