/** Something to look at, and where: lines are those of the new text, from 1. */
export interface Remark {
  readonly line: number;
  readonly message: string;
}
