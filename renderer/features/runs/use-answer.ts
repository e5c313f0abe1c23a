import { useMemo, useRef } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { onceNothingFloats } from '../../components/once-nothing-floats.ts';
import { isOpenGate, runNodes, type RunNode } from './run-nodes.ts';
import type { StepActs } from './StepRow.tsx';
import { texts } from './texts.ts';

/** The way to the question of a gate, for the keyboard: its form stands behind all else of the page. */
export function useAnswer(run: RunDetail, entry: RunNode | undefined, acts: StepActs) {
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRefusal()('runs.approve');
  const gate = gateOf(run, entry);
  const shown = entry?.key;
  const command = useMemo((): Command | undefined => {
    if (gate === undefined) return undefined;
    return {
      id: 'answer',
      label: texts.commands.answer,
      detail: refusal ?? texts.commands.answerDetail(gate),
      icon: 'waiting',
      shortcut: 'a',
      isDisabled: refusal !== undefined,
      run: () => {
        // A page that follows its run has come there by itself, and goes on after the answer.
        if (gate !== shown) acts.select(gate);
        onceNothingFloats(() => firstControl(form.current)?.focus());
      },
    };
  }, [gate, shown, refusal, acts]);
  return { form, command };
}

/** The gate on show; else the first that is open. */
function gateOf(run: RunDetail, entry: RunNode | undefined): string | undefined {
  if (entry !== undefined && isOpenGate(entry.node)) return entry.key;
  return runNodes(run).find(({ node }) => isOpenGate(node))?.key;
}

function firstControl(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLElement>('input, textarea, button') ?? undefined;
}
