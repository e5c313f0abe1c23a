import ts from 'typescript';

/** One small mistake that somebody could make. */
export interface Mutation {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The mistake in words: `a < b` → `a <= b`. */
  readonly words: string;
}

/** What stands in place of a node; undefined when there is nothing to get wrong. */
type Mutator = (node: ts.Node, text: (part: ts.Node) => string) => string | undefined;

const operators = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);

const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);

const mutators: readonly Mutator[] = [
  function flipCondition(node, text) {
    const isCondition =
      ((ts.isIfStatement(node.parent) || ts.isWhileStatement(node.parent)) &&
        node.parent.expression === node) ||
      (ts.isConditionalExpression(node.parent) && node.parent.condition === node);
    return isCondition ? `!(${text(node)})` : undefined;
  },
  function changeOperator(node, text) {
    if (!ts.isBinaryExpression(node)) return undefined;
    const { left, operatorToken, right } = node;
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      // What stands beside an element is there for the compiler alone.
      return ts.isElementAccessExpression(left) ? undefined : `(${text(left)})`;
    }
    const isSum = operatorToken.kind === ts.SyntaxKind.PlusToken && !isText(left) && !isText(right);
    const other = isSum ? '-' : operators.get(operatorToken.kind);
    // Of `a && b || c`, the part that gets another operator stays one part.
    return other && `(${text(left)} ${other} ${text(right)})`;
  },
  function dropStatement(node) {
    const isStatement =
      ts.isExpressionStatement(node) ||
      ts.isThrowStatement(node) ||
      ts.isBreakOrContinueStatement(node) ||
      (ts.isReturnStatement(node) && node.expression === undefined);
    return isStatement && !isSuperCall(node) ? ';' : undefined;
  },
  function emptyReturn(node) {
    const isResult =
      (ts.isReturnStatement(node.parent) && node.parent.expression === node) ||
      (ts.isArrowFunction(node.parent) && node.parent.body === node && !ts.isBlock(node));
    return isResult && node.getText() !== 'undefined' ? 'undefined' : undefined;
  },
  function changeLiteral(node) {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
    if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
    if (ts.isNumericLiteral(node)) return `(${node.getText()} + 1)`;
    if (!ts.isStringLiteral(node) || isName(node)) return undefined;
    // Sentences are for readers, and a test that repeats them finds no mistake.
    if (node.text.includes(' ')) return undefined;
    return node.text === '' ? `'mutated'` : `''`;
  },
  function emptyList(node) {
    return ts.isArrayLiteralExpression(node) && node.elements.length > 0 ? '[]' : undefined;
  },
  function changeMethod(node) {
    const isCalled = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    return isCalled ? methods.get(node.getText()) : undefined;
  },
];

/** All mistakes of these kinds that can be made in a file. */
export function mutationsOf(file: string, source: string): readonly Mutation[] {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isNoCode(node)) return;
    for (const mutate of mutators) {
      const replacement = mutate(node, (part) => part.getText(root));
      if (replacement === undefined) continue;
      const start = node.getStart(root);
      const line = root.getLineAndCharacterOfPosition(start).line + 1;
      const words = `${short(node.getText(root))} → ${short(replacement)}`;
      found.push({ file, line, start, end: node.end, replacement, words });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return found;
}

export function mutated(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** Types are gone when the program runs; a union that is closed never comes to its last line. */
function isNoCode(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ((ts.isExpressionStatement(node) || ts.isReturnStatement(node)) &&
      /^(return )?assertNever\(/.test(node.getText()))
  );
}

function isText(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function isSuperCall(node: ts.Node): boolean {
  return node.getText().startsWith('super(');
}

/** A name of a property is no value. */
function isName(node: ts.StringLiteral): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
