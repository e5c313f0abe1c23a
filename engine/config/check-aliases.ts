import { visit, type Alias, type Document } from 'yaml';

interface Misplaced {
  /** Where the alias stands in the text; 0 where it is all of them together. */
  readonly offset: number;
  readonly problem: string;
}

/** What is wrong with the aliases of a document: after that its values can be read. */
export function checkAliases(document: Document.Parsed): readonly Misplaced[] {
  const found: Misplaced[] = [];
  visit(document, {
    Alias: (_key, alias) => {
      const problem = problemOf(alias, document);
      if (problem !== null) found.push({ offset: alias.range?.[0] ?? 0, problem });
    },
  });
  return found.length > 0 || isReadable(document)
    ? found
    : [{ offset: 0, problem: 'the aliases of this file expand to too much data' }];
}

function problemOf(alias: Alias, document: Document.Parsed): string | null {
  const name = `\`*${alias.source}\``;
  const target = alias.resolve(document);
  if (target === undefined) return `the alias ${name} has no anchor`;
  const [begin = 0, , end = 0] = target.range ?? [];
  const at = alias.range?.[0] ?? 0;
  return begin <= at && at < end ? `the alias ${name} refers to itself` : null;
}

function isReadable(document: Document.Parsed): boolean {
  try {
    document.toJS();
    return true;
  } catch (error) {
    // So yaml says that they are too many.
    if (error instanceof ReferenceError) return false;
    throw error;
  }
}
