import { counted } from '../../../lib/format-count.ts';

/** Changes to the texts of ticked DAGs. */
export const texts = {
  tagTitle: (dags: number) => `Change tags of ${counted(dags, 'DAG')}`,
  tagConfirm: 'Change tags',
  add: 'Add tags',
  addExample: 'env=prod team=data',
  tags: 'Tags of the selected DAGs',
  tagCount: (count: number, all: number) => `${count} of ${all}`,
  badTag: (tag: string) =>
    `${tag} is not a valid tag. A tag is a key, or key=value, of letters, digits, “-”, “_” and “.”.`,
  moveTitle: (dags: number) => `Move ${counted(dags, 'DAG')} to a group`,
  moveConfirm: 'Move',
  moving: 'Moving…',
  group: 'Group',
  newGroup: 'A new group of this name',
  moveNote: 'Leave it empty to take them out of their group. This changes the files of the DAGs.',
  byHand: (key: string) =>
    `\`${key}\` is written in a way that can only be changed by hand. Open the DAG and change it in the editor.`,
  unreadable: (problem: string) => `Its text cannot be read: ${problem}`,
  oneValue: (key: string) =>
    `Its tags are a map, which holds one value of \`${key}\`. Remove that tag first.`,
} as const;
