import { ran } from './field-case.ts';

/** Definitions of a step `s` and what stands around it, and what is seen of a run of them. */
export const inSteps = (...steps: readonly string[]): string => `steps: [${steps.join(', ')}]\n`;
export const next = '{name: next, command: "true"}';
export const status = ran(({ run }) => run.statusLabel);
export const nextStatus = ran(({ node }) => node('next').statusLabel);
