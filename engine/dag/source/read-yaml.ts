import {
  Composer,
  Lexer,
  Parser,
  Schema,
  type Document,
  type ParsedNode,
  type YAMLParseError,
} from 'yaml';
import { convertDocument } from './convert-document.ts';
import { quoted, type Range, type SourceNode } from './source-node.ts';
import { createReport, type Report } from './report.ts';
import { isAfterTheEnd, isOfIndentation, syntaxWords } from './syntax-words.ts';

export interface SourceDocument {
  readonly root: SourceNode;
  /** Whether the YAML itself is broken, so that what it says is a guess. */
  readonly broken: boolean;
}

/** 2 MiB: a hundred times the largest DAG that anybody would want to read. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
/** Lexical tokens; bounds the time of parsing, which depends on them and not on the length. */
const MAX_TOKENS = 400_000;
/** Levels of lists and maps. */
const DEEPEST = 64;
/** Parts that cost the parser much more than a value does, each. */
const COSTLY = new Set(['document', 'directive', 'error']);
const MAX_COSTLY = 2000;
/** Syntax errors shown of one document; after the first few they only echo each other. */
const MAX_SYNTAX_ERRORS = 20;

// The parser uses some of these for itself. Tabs and line ends are fine.
const CONTROL_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Keys are compared, numbers read and aliases resolved by us, in bounded time. */
const schema = new Schema({ schema: 'failsafe', resolveKnownTags: false });

class TooMuch extends Error {}

/**
 * Reads the documents of a YAML text; those without content are left out. Whatever the text is, this ends soon, throws
 * nothing and reports what is wrong.
 */
export function readYaml(text: string, report: Report): readonly SourceDocument[] {
  if (!isAcceptable(text, report)) return [];
  return parse(text, report).flatMap((document) => {
    const { errors, contents } = document;
    reportSyntax(document, text, report);
    // What follows a wrong indentation is misread: its mistakes are those of the parser.
    const isMisread = errors.some((error) => isOfIndentation(error, text));
    const own = isMisread ? createReport(text) : report;
    const root = contents && convertDocument(contents, text, own);
    return root ? [{ root, broken: errors.length > 0 }] : [];
  });
}

function isAcceptable(text: string, report: Report): boolean {
  if (text.length > MAX_CHARACTERS) {
    report.error({ start: 0, end: 0 }, 'the file is larger than 2 MiB');
    return false;
  }
  const control = CONTROL_CHARACTER.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const range = { start: control.index, end: control.index + 1 };
    report.error(range, `the character U+${code} is not allowed in YAML`);
    return false;
  }
  return true;
}

function parse(text: string, report: Report): Document.Parsed<ParsedNode>[] {
  const parser = new Parser();
  const composer = new Composer({
    schema,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  try {
    return [...composer.compose(boundedTokens(parser, text), true, text.length)];
  } catch (error) {
    const range = { start: parser.offset, end: parser.offset + 1 };
    report.error(range, error instanceof TooMuch ? error.message : 'invalid YAML');
    return [];
  }
}

function* boundedTokens(parser: Parser, text: string) {
  let lexemes = 0;
  let costly = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > MAX_TOKENS) throw new TooMuch('the file has too many values');
    for (const token of parser.next(lexeme)) {
      if (COSTLY.has(token.type)) costly += 1;
      if (costly > MAX_COSTLY) throw new TooMuch('the file has too many documents or errors');
      yield token;
    }
    if (parser.stack.length > DEEPEST + 2) {
      throw new TooMuch(`lists and maps are nested deeper than ${DEEPEST} levels`);
    }
  }
  yield* parser.end();
}

function reportSyntax(document: Document.Parsed<ParsedNode>, text: string, report: Report): void {
  for (const error of withoutEchoes(document.errors, text).slice(0, MAX_SYNTAX_ERRORS)) {
    report.error(rangeOf(error.pos), `YAML: ${syntaxWords(error, text)}`);
  }
  for (const { code, pos, message } of document.warnings) {
    if (code !== 'TAG_RESOLVE_FAILED') continue;
    const tag = message.replace(/^Unresolved tag: /, '');
    report.error(rangeOf(pos), `the YAML tag ${quoted(tag)} is not supported`);
  }
}

/** The first error of each line, and the first of the indentation: the parser stumbles on over what it misread. */
function withoutEchoes(errors: readonly YAMLParseError[], text: string): readonly YAMLParseError[] {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0] || rank(a) - rank(b));
  const firstOfLines = inOrder.filter(({ pos: [start] }, index) => {
    const before = inOrder[index - 1];
    return before === undefined || text.slice(before.pos[0], start).includes('\n');
  });
  const cause = firstOfLines.find((error) => isOfIndentation(error, text));
  return firstOfLines.filter(
    (error, index) =>
      error === cause || index === 0 || !(isOfIndentation(error, text) || isAfterTheEnd(error)),
  );
}

/** Of two errors at the same place, that of the indentation is the cause of the other. */
function rank({ code }: YAMLParseError): number {
  return code === 'MULTILINE_IMPLICIT_KEY' ? 0 : 1;
}

function rangeOf([start, end]: [number, number]): Range {
  return { start, end };
}
