import type { Range } from '../source/source-node.ts';
import type { LintDocument } from './lint-document.ts';

/** Finds what is allowed but probably not meant. Its texts are its part of the manual, and tests run its examples. */
export interface LintRule {
  /** Stable: people and programs refer to it. */
  readonly code: string;
  /** What is found, in a few words. */
  readonly title: string;
  /** Why it is worth a look and when it is not reported, in sentences. */
  readonly why: string;
  /** What to do about it, in sentences. */
  readonly fix: string;
  /** A whole definition in which the rule finds one thing, and no other rule anything. */
  readonly wrong: string;
  /** The same, fixed: nothing is found. */
  readonly right: string;
  readonly find: (document: LintDocument) => readonly Finding[];
}

export interface Finding {
  readonly range: Range;
  readonly message: string;
  /** Text that would fix it in place of the range. */
  readonly suggestion?: string;
}
