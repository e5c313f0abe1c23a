import './dry-run.css';
import { useEffect, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useStore } from 'zustand';
import type { DryRun } from '#contract/dag.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNote } from '../../../components/ErrorNote.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { WarningList } from '../../../components/WarningList.tsx';
import { formatError } from '../../../lib/format-error.ts';
import { formatParams } from '../../../lib/params.ts';
import type { DagStore } from '../dag-store.ts';
import { isDirty } from '../dag-text.ts';
import { Conditions, PlannedStepItem } from './PlannedStepItem.tsx';
import { texts } from './texts.ts';

interface DryRunDialogProps {
  readonly store: DagStore;
  readonly name: string;
  /** As a start would get them; undefined: the defaults. */
  readonly params: string | undefined;
  readonly onClose: () => void;
}

/** What a run of the text in the editor would do, step by step. */
export function DryRunDialog({ store, name, params, onClose }: DryRunDialogProps) {
  const [plan, setPlan] = useState<DryRun>();
  const [problem, setProblem] = useState<string>();
  const dirty = useStore(store, isDirty);
  useEffect(() => {
    let isCurrent = true;
    store
      .getState()
      .dryRun(params)
      .then(
        (next) => isCurrent && setPlan(next),
        (error: unknown) => isCurrent && setProblem(formatError(error)),
      );
    return () => {
      isCurrent = false;
    };
  }, [store, params]);
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog dry-run">
        <Dialog>
          <div className="dry-run-head">
            <Heading slot="title">{texts.title(name)}</Heading>
            <p>{dirty ? texts.unsavedNote : texts.note}</p>
          </div>
          {problem && <ErrorNote message={problem} />}
          <div className="dry-run-body" tabIndex={0} role="region" aria-label={texts.plan}>
            {plan && <Plan plan={plan} />}
          </div>
          <div className="dialog-actions">
            <Button autoFocus onPress={onClose}>
              {texts.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Plan({ plan }: { readonly plan: DryRun }) {
  const params = formatParams(plan.params);
  return (
    <>
      <dl className="step-facts">
        {params !== '' && params !== '{}' && (
          <div>
            <dt>{texts.parameters}</dt>
            <dd className="mono">{params}</dd>
          </div>
        )}
        <div>
          <dt>{texts.directory}</dt>
          <dd className="mono">{plan.workingDir}</dd>
        </div>
      </dl>
      <WarningList warnings={plan.warnings} />
      {plan.withheld && (
        <p className="row">
          <Icon name="bulb" />
          <span>{texts.withheld}</span>
        </p>
      )}
      <Conditions of="dag" conditions={plan.preconditions} />
      {plan.steps.length === 0 && <p>{texts.noSteps}</p>}
      <ol className="plan">
        {plan.steps.map((step) => (
          <PlannedStepItem key={step.name} step={step} />
        ))}
      </ol>
      {plan.handlers.length > 0 && <h3 className="strong">{texts.handlers}</h3>}
      <ol className="plan">
        {plan.handlers.map(({ event, step }) => (
          <PlannedStepItem key={event} step={step} event={event} />
        ))}
      </ol>
    </>
  );
}
