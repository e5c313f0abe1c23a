import { FieldError, Input, Label, Text, TextField as AriaTextField } from 'react-aria-components';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with the value, as a sentence. */
  readonly error?: string | undefined;
  /** What the value is for. */
  readonly help?: string | undefined;
  readonly isMono?: boolean;
  readonly isReadOnly?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly type?: 'text' | 'password';
  /** What a password manager may fill in. */
  readonly autoComplete?: 'username' | 'current-password' | 'new-password' | 'off';
}

/** A field with its label, its help and what is wrong with its value. */
export function TextField(props: TextFieldProps) {
  const { label, error, help, isMono, placeholder, ...rest } = props;
  return (
    <AriaTextField className="text-field" isInvalid={error !== undefined} {...rest}>
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
