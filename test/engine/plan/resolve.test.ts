import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '../../../engine/contract/status.ts';
import { advance, planOf, type NodeFacts } from '../../../engine/dag/plan.ts';
import { stepName, stepsOf } from '../../support/graphs.ts';

const facts = (status: NodeStatus, more: Partial<NodeFacts> = {}): NodeFacts => ({
  status,
  continued: false,
  chosen: null,
  ...more,
});
const continued = (status: NodeStatus) => facts(status, { continued: true });
const router = (...chosen: string[]) => facts('succeeded', { chosen });

/** A last step behind all the others, which are as they are given. */
function behind(
  before: readonly NodeFacts[],
  more: { readonly skipped?: boolean; readonly routedBy?: readonly number[] } = {},
) {
  const steps = stepsOf([...before.map(() => []), before.map((_, position) => position)]);
  const plan = planOf(
    steps.map((step) => ({
      ...step,
      continueOn: { ...step.continueOn, skipped: more.skipped ?? false },
      routedBy: step.depends.length === 0 ? [] : (more.routedBy ?? []).map(stepName),
    })),
  );
  return advance(plan, [...before, facts('not_started')], 9);
}

describe('what becomes of a node by what is before it', () => {
  it.each<{ name: string; before: NodeFacts[]; status: string; error: string }>([
    { name: 'a failure', before: [facts('failed')], status: 'aborted', error: 'upstream failed' },
    { name: 'an abort', before: [facts('aborted')], status: 'aborted', error: 'upstream aborted' },
    {
      name: 'an abort that claims to be continued',
      before: [continued('aborted')],
      status: 'aborted',
      error: 'upstream aborted',
    },
    {
      name: 'a skip',
      before: [facts('skipped'), facts('succeeded')],
      status: 'skipped',
      error: 'upstream skipped',
    },
    {
      name: 'a rejection',
      before: [facts('rejected'), facts('failed')],
      status: 'aborted',
      error: 'upstream rejected',
    },
    {
      name: 'a failure and a skip',
      before: [facts('failed'), facts('skipped')],
      status: 'aborted',
      error: 'upstream failed',
    },
    {
      name: 'a continued failure and a skip',
      before: [continued('failed'), facts('skipped')],
      status: 'skipped',
      error: 'upstream skipped',
    },
    {
      name: 'an abort and a failure',
      before: [facts('aborted'), facts('failed')],
      status: 'aborted',
      error: 'upstream failed',
    },
    {
      name: 'a failure while another runs',
      before: [facts('failed'), facts('running')],
      status: 'aborted',
      error: 'upstream failed',
    },
  ])('resolves it behind $name', ({ before, status, error }) => {
    const move = { kind: 'resolve', position: before.length, status, error, continued: false };
    expect(behind(before)).toEqual([move]);
  });

  it.each<{ name: string; before: NodeFacts[] }>([
    { name: 'a success', before: [facts('succeeded')] },
    { name: 'a partial success', before: [facts('partially_succeeded')] },
    { name: 'a continued failure', before: [continued('failed'), facts('succeeded')] },
    { name: 'a continued skip', before: [continued('skipped')] },
  ])('begins it behind $name', ({ before }) => {
    expect(behind(before)).toEqual([{ kind: 'start', position: before.length }]);
  });

  it.each<{ name: string; before: NodeFacts[] }>([
    { name: 'runs, though another was skipped', before: [facts('skipped'), facts('running')] },
    { name: 'waits for a person', before: [facts('succeeded'), facts('waiting')] },
  ])('lets it wait for one that $name', ({ before }) => {
    expect(behind(before)).toEqual([]);
  });

  it('lets go on what is behind a skipped node that continues on skips', () => {
    const [move] = behind([facts('skipped')], { skipped: true });

    expect(move).toMatchObject({ status: 'skipped', error: 'upstream skipped', continued: true });
  });

  it('never continues an abort', () => {
    const [move] = behind([facts('failed')], { skipped: true, routedBy: [0] });

    expect(move).toMatchObject({ status: 'aborted', continued: false });
  });

  it('gives a waiting node no place among those that run', () => {
    const plan = planOf(stepsOf([[], [], []]));
    const nodes = [facts('waiting'), facts('running'), facts('not_started')];

    expect(advance(plan, nodes, 2)).toEqual([{ kind: 'start', position: 2 }]);
    expect(advance(plan, nodes, 1)).toEqual([]);
  });

  it('does not count handlers, which stand behind the steps', () => {
    const plan = planOf(stepsOf([[]]));
    const nodes = [facts('not_started'), facts('running'), facts('not_started')];

    expect(advance(plan, nodes, 1)).toEqual([{ kind: 'start', position: 0 }]);
  });
});

describe('a step that a router must choose', () => {
  it('begins when every router of it chose it', () => {
    const moves = behind([router('s2', 'other'), router('s2')], { routedBy: [0, 1] });

    expect(moves).toEqual([{ kind: 'start', position: 2 }]);
  });

  it.each<{ name: string; before: NodeFacts[]; by: string }>([
    { name: 'another was chosen', before: [router('s2'), router('other')], by: 's1' },
    { name: 'none was chosen', before: [router(), router('s2')], by: 's0' },
    {
      name: 'the router failed and was continued',
      before: [continued('failed'), router('s2')],
      by: 's0',
    },
    {
      name: 'the router chose it, and was then said to have failed',
      before: [facts('failed', { continued: true, chosen: ['s2'] }), router('s2')],
      by: 's0',
    },
    {
      name: 'the router was skipped and continued',
      before: [router('s2'), continued('skipped')],
      by: 's1',
    },
  ])('is skipped without holding up anything when $name', ({ before, by }) => {
    const error = `not chosen by router "${by}"`;
    const move = { kind: 'resolve', position: 2, status: 'skipped', error, continued: true };
    expect(behind(before, { routedBy: [0, 1] })).toEqual([move]);
  });

  it('is aborted behind a failed step, chosen or not', () => {
    const move = { status: 'aborted', error: 'upstream failed' };

    expect(behind([router(), facts('failed')], { routedBy: [0] })).toMatchObject([move]);
    expect(behind([router('s2'), facts('failed')], { routedBy: [0] })).toMatchObject([move]);
  });

  it('waits for all that it depends on before it is skipped', () => {
    expect(behind([router(), facts('running')], { routedBy: [0] })).toEqual([]);
  });

  it('needs no choice of a router that it merely depends on', () => {
    expect(behind([router()])).toEqual([{ kind: 'start', position: 1 }]);
  });

  it('lets its followers run in the same turn in which it is skipped', () => {
    const [sort, left, after] = stepsOf([[], [0], [1]]);
    if (!sort || !left || !after) throw new Error('There are three steps');
    const plan = planOf([sort, { ...left, routedBy: ['s0'] }, after]);

    const moves = advance(plan, [router(), facts('not_started'), facts('not_started')], 1);

    expect(moves.map(({ kind, position }) => [kind, position])).toEqual([
      ['resolve', 1],
      ['start', 2],
    ]);
  });
});
