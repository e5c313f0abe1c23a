/**
 * What would take a wall of the window down, or let a text become markup or code. Each is one line that looks harmless
 * where it stands, so lint refuses it wherever that is.
 */

interface Syntax {
  readonly selector: string;
  readonly message: string;
}

const property = (names: string, value = '') =>
  `Property:matches([key.name=/^(${names})$/], [key.value=/^(${names})$/])${value}`;

/** For main, which makes windows. */
export const weakWindows: readonly Syntax[] = [
  {
    selector: property('sandbox|contextIsolation|webSecurity', '[value.value!=true]'),
    message: 'The page of a window is sandboxed, isolated, and bound to its origin.',
  },
  {
    selector: property(
      'nodeIntegration|nodeIntegrationInWorker|nodeIntegrationInSubFrames|webviewTag|navigateOnDragDrop',
      '[value.value!=false]',
    ),
    message: 'The page of a window has no Node, embeds no other page, and goes nowhere by a drop.',
  },
  {
    selector: property(
      'allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|disableBlinkFeatures',
    ),
    message: 'Chromium keeps its usual walls.',
  },
  {
    selector: 'MemberExpression[property.name=/^(commandLine|appendSwitch|appendArgument)$/]',
    message: 'A switch of Chromium can take any of its walls down.',
  },
];

/** For the page. React writes text as text; all of these write it as markup, or run it. */
export const textAsMarkup: readonly Syntax[] = [
  {
    selector:
      ':matches(JSXAttribute, Property, MemberExpression) > :matches(JSXIdentifier, Identifier)[name=/^(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|srcdoc|srcDoc)$/]',
    message: 'Text of DAGs, logs and names is never markup: write it as text.',
  },
  {
    selector:
      ':matches(CallExpression, NewExpression)[callee.name=/^(eval|Function)$/], CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
    message: 'No text becomes code in the page.',
  },
];
