/**
 * What people read stands in catalogs (`texts.ts`), where it can be read in one sitting. A literal text in a component or
 * a command is refused wherever it stands; what looks like a sentence is refused in any code of the window and the app.
 */

interface Syntax {
  readonly selector: string;
  readonly message: string;
}

const message = 'Texts that people read stand in the texts.ts of their folder.';
const refuse = (selector: string): Syntax => ({ selector, message });

const child = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer';
const choice = ':matches(ConditionalExpression, LogicalExpression)';
const letters = '=/[A-Za-z]/';
const spoken =
  'title|label|placeholder|alt|verb|words|what|hint|says|detail|description|message|empty|never|textValue';
const aria = 'aria-(label|description|roledescription|valuetext|placeholder)';
/** A capitalized word with a small one behind it. */
const sentence = '=/^[A-Z][a-z]+ [a-z]/';

/** For the app and for the page. An error that names an identifier first speaks to developers. */
export const sentences: readonly Syntax[] = [
  refuse(`Literal[value${sentence}]`),
  refuse(`TemplateElement[value.cooked${sentence}]`),
  refuse(`Property[key.name=/^(${spoken})$/] > Literal[value${letters}]`),
  refuse(
    `Property[key.name=/^(${spoken})$/] > TemplateLiteral > TemplateElement[value.cooked${letters}]`,
  ),
  refuse(`Property[key.name=/^(${spoken})$/] > ${choice} > Literal[value${letters}]`),
];

/** For components. Code and keys are the same in every language. */
export const literalTexts: readonly Syntax[] = [
  ...sentences,
  refuse(`:not(JSXElement[openingElement.name.name=/^(code|kbd)$/]) > JSXText[value${letters}]`),
  refuse(`${child} > Literal[value${letters}]`),
  refuse(`${child} > ${choice} > Literal[value${letters}]`),
  refuse(`${child} > ${choice} > ${choice} > Literal[value${letters}]`),
  refuse(`${child} > TemplateLiteral > TemplateElement[value.cooked${letters}]`),
  refuse(`${child} > ${choice} > TemplateLiteral > TemplateElement[value.cooked${letters}]`),
  ...[spoken, aria].flatMap((names) => [
    refuse(`JSXAttribute[name.name=/^(${names})$/] > Literal[value${letters}]`),
    refuse(
      `JSXAttribute[name.name=/^(${names})$/] > JSXExpressionContainer > Literal[value${letters}]`,
    ),
    refuse(`JSXAttribute[name.name=/^(${names})$/] ${choice} > Literal[value${letters}]`),
    refuse(`JSXAttribute[name.name=/^(${names})$/] TemplateElement[value.cooked${letters}]`),
  ]),
];
