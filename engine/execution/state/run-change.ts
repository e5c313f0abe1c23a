import type { NodeRecord } from '../../storage/nodes.ts';

/** What changed, told after it was committed. */
export type RunChange =
  | { readonly kind: 'run'; readonly id: number }
  | {
      readonly kind: 'node';
      readonly id: number;
      /** As it was committed; it may have moved on. */
      readonly node: NodeRecord;
    };
