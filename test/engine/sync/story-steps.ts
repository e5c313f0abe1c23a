import fc from 'fast-check';
import type { RequestKind, Trouble } from '../../support/git/http-remote.ts';

/** What somebody does to one file, here or as Robin. */
export type Edit =
  | { readonly do: 'edit' | 'robin'; readonly id: string; readonly word: string }
  | { readonly do: 'delete' | 'robin deletes'; readonly id: string }
  | { readonly do: 'rename' | 'robin renames'; readonly id: string; readonly to: string }
  | { readonly do: 'other name' | 'robin other name'; readonly id: string };

export type Asked = 'pull' | 'publish all';

/** Something that happens: somebody edits, asks for something, or a sync meets trouble. */
export type Step =
  | Edit
  | { readonly do: 'publish' | 'force' | 'discard' | 'forget' | 'refused'; readonly id: string }
  | { readonly do: Asked | 'restart' | 'all refused' }
  | {
      readonly do: 'resolve';
      readonly id: string;
      readonly word: string;
      /** Whether the file is edited after it was merged, and before the merge is saved. */
      readonly late: boolean;
    }
  | { readonly do: 'restore'; readonly nth: number }
  | { readonly do: 'lost' | 'killed'; readonly what: Asked; readonly at: Loss }
  | {
      /** The remote takes its time over a request, and somebody edits meanwhile. */
      readonly do: 'slow';
      readonly what: Asked;
      readonly request: RequestKind;
      readonly meanwhile: Edit;
    };

export interface Loss {
  readonly request: RequestKind;
  readonly cut: NonNullable<Trouble['cut']>;
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'team/e');
const to = id;
const word = fc.constantFrom('one', 'two', 'three');
const what = fc.constantFrom('pull', 'publish all');
const request = fc.constantFrom<RequestKind>('refs', 'pack', 'push-refs', 'push');
const cut = fc.constantFrom<Loss['cut']>('before', 'middle', 'after');

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constantFrom('edit', 'robin'), id, word }), weight: 6 },
  { arbitrary: fc.record({ do: fc.constantFrom('delete', 'robin deletes'), id }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constantFrom('rename', 'robin renames'), id, to }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constantFrom('other name', 'robin other name'), id }),
    weight: 1,
  },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: edit, weight: 9 },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('publish', 'force', 'discard', 'forget', 'refused'),
      id,
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('pull', 'pull', 'pull', 'publish all', 'all refused', 'restart'),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ do: fc.constant('resolve'), id, word, late: fc.boolean() }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constant('restore'), nth: fc.nat({ max: 9 }) }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('slow'), what, request, meanwhile: edit }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('lost', 'lost', 'killed'),
      what,
      at: fc.record({ request, cut }),
    }),
    weight: 2,
  },
);

/** What comes to pass on both sides, one thing after the other. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 10,
  maxLength: 25,
});
