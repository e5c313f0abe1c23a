import { useState, type Ref } from 'react';
import type { NodeObject } from '#contract/run.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TextField } from '../../components/TextField.tsx';
import { gatePrompt } from './format-run.ts';
import { texts } from './texts.ts';

/** How a gate is decided. Both give what went wrong, or nothing when all went well. */
export interface GateActs {
  readonly approve: (inputs: Record<string, string>) => Promise<string | undefined>;
  readonly reject: (reason: string) => Promise<string | undefined>;
}

interface GateFormProps {
  readonly node: NodeObject;
  readonly acts: GateActs;
  readonly ref: Ref<HTMLFormElement>;
}

/** The prompt of a gate with a field for each input, and the two answers. Rejecting asks for a reason first. */
export function GateForm({ node, acts, ref }: GateFormProps) {
  const { input = [], required = [] } = node.step.gate ?? {};
  const names = [...new Set([...input, ...required])];
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [step, setStep] = useState<'asking' | 'tried' | 'rejecting'>('asking');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const refusal = useRefusal()('runs.approve');
  const missing = required.filter((name) => (values[name] ?? '') === '');

  const send = async (answer: Promise<string | undefined>) => {
    setSending(true);
    setProblem(await answer);
    setSending(false);
  };
  const submit = () => {
    if (step === 'rejecting') return void send(acts.reject(reason));
    setStep('tried');
    if (missing.length === 0) void send(acts.approve(filled(values)));
  };
  return (
    <form
      ref={ref}
      className="gate"
      aria-label={texts.gate.form(node.step.name)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="gate-prompt">
        <Icon name="waiting" className="tone-waiting" />
        <span>{gatePrompt(node) || node.error || texts.gate.prompt}</span>
      </p>
      {refusal ? (
        <p className="secondary">{refusal}</p>
      ) : step === 'rejecting' ? (
        <TextField label={texts.gate.reason} value={reason} autoFocus onChange={setReason} />
      ) : (
        names.length > 0 && (
          <div className="gate-fields">
            {names.map((name) => (
              <TextField
                key={name}
                label={required.includes(name) ? texts.gate.required(name) : name}
                value={values[name] ?? ''}
                isMono
                error={step === 'tried' && missing.includes(name) ? texts.gate.missing : undefined}
                onChange={(value) => setValues({ ...values, [name]: value })}
              />
            ))}
          </div>
        )
      )}
      {problem && <ErrorNote message={problem} />}
      {refusal ? null : step === 'rejecting' ? (
        <div className="row gate-answers">
          <Button type="submit" look="danger" isDisabled={isSending}>
            {texts.gate.confirmReject}
          </Button>
          <Button onPress={() => setStep('asking')}>{texts.gate.back}</Button>
        </div>
      ) : (
        <div className="row gate-answers">
          <Button type="submit" look="primary" isDisabled={isSending}>
            {texts.gate.approve}
          </Button>
          <Button isDisabled={isSending} onPress={() => setStep('rejecting')}>
            {texts.gate.reject}
          </Button>
        </div>
      )}
    </form>
  );
}

function filled(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
