import { Button } from '../../components/Button.tsx';

interface SectionHeadProps {
  readonly title: string;
  /** What the button makes: `New user`. */
  readonly verb: string;
  readonly onNew: () => void;
}

/** The name of a section, with the button that makes one more of its things. */
export function SectionHead({ title, verb, onNew }: SectionHeadProps) {
  return (
    <div className="row">
      <h2 className="settings-heading grow">{title}</h2>
      <Button look="primary" icon="plus" onPress={onNew}>
        {verb}
      </Button>
    </div>
  );
}
