import { codedPieces } from '../lib/coded.ts';

interface CodedProps {
  readonly text: string;
}

/** A message of the engine: names and keys between backticks are drawn as code. */
export function Coded({ text }: CodedProps) {
  const pieces = codedPieces(text).map((piece, index) =>
    piece.isCode ? <code key={index}>{piece.text}</code> : piece.text,
  );
  // A text that no element holds would be drawn as it is.
  return <>{pieces}</>;
}
