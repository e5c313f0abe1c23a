/** A stretch of a message; what stood between backticks is code. */
export interface CodedPiece {
  readonly text: string;
  readonly isCode: boolean;
}

/** Takes a message of the engine apart at its backticks. One without a partner stays as it is. */
export function codedPieces(message: string): readonly CodedPiece[] {
  return message
    .split(/`([^`]+)`/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
