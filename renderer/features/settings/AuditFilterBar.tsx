import { useState } from 'react';
import { auditEntry, type AuditEntry } from '#contract/auth.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import type { IconName } from '../../components/icons.tsx';
import { Segments } from '../../components/Segments.tsx';
import { outcomes } from './format-outcome.ts';
import { texts } from './texts.ts';

export interface AuditFilter {
  /** Exact name; empty for all. */
  readonly actor: string;
  /** Exact name, or what stands before its dot; empty for all. */
  readonly operation: string;
  readonly outcome: AuditEntry['outcome'] | undefined;
}

interface AuditFilterBarProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Filters the audit log by who, what and outcome. */
export function AuditFilterBar({ filter, onFilter }: AuditFilterBarProps) {
  return (
    <div className="row audit-filter">
      <Words
        label={texts.audit.who}
        icon="person"
        placeholder={texts.audit.anyone}
        value={filter.actor}
        onChange={(actor) => onFilter({ ...filter, actor })}
      />
      <Words
        label={texts.audit.operation}
        icon="filter"
        placeholder={texts.audit.operationExample}
        value={filter.operation}
        onChange={(operation) => onFilter({ ...filter, operation })}
      />
      <Segments
        label={texts.audit.outcome}
        look="boxes"
        value={filter.outcome ?? 'all'}
        options={[
          { value: 'all', label: texts.audit.all },
          ...auditEntry().shape.outcome.options.map((outcome) => ({
            value: outcome,
            label: outcomes[outcome].label,
          })),
        ]}
        onChange={(outcome) =>
          onFilter({ ...filter, outcome: outcome === 'all' ? undefined : outcome })
        }
      />
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly icon: IconName;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter that holds from Enter, or when the field is left: names are exact, so half of one finds nothing. */
function Words({ label, icon, placeholder, value, onChange }: WordsProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // A new field would lose the focus, and the click by which this one was left.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const show = () => text.trim() !== value && onChange(text.trim());
  return (
    <div className="filter-field">
      <Icon name={icon} />
      <input
        aria-label={label}
        placeholder={placeholder}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && show()}
        onBlur={show}
      />
      {value !== '' && (
        <IconButton icon="cross" label={texts.audit.clear(label)} onPress={() => onChange('')} />
      )}
    </div>
  );
}
