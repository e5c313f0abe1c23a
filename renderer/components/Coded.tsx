import { codedPieces } from '../lib/coded.ts';

interface CodedProps {
  readonly text: string;
}

/** A message of the engine: names and keys between backticks are drawn as code. */
export function Coded({ text }: CodedProps) {
  return codedPieces(text).map((piece, index) =>
    piece.isCode ? <code key={index}>{piece.text}</code> : piece.text,
  );
}
