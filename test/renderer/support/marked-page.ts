import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { projectRoot } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/home.ts';

/**
 * What stands before and behind each text of a catalog. Neither can be seen, and Playwright looks for names without
 * them, so that a marked page is used like any other.
 */
export const OPENS = '\u200b';
export const CLOSES = '\u00ad';

/** Wraps every text of every catalog while the page is built; those that are made of values too. */
const markTexts: Plugin = {
  name: 'mark-texts',
  transform: (code, id) => {
    // The page makes what has no width visible, but for the marks.
    if (id.endsWith('/visible-text.ts')) return code.replace(String.raw`\u200b`, '');
    return id.includes('/renderer/') && id.endsWith('/texts.ts')
      ? `${code.replace('export const texts =', 'const plain =')}
         export const texts = mark(plain);
         function mark(value) {
           if (value === '') return value;
           if (typeof value === 'string') return '${OPENS}' + value + '${CLOSES}';
           if (typeof value === 'function') return (...given) => mark(value(...given));
           if (Array.isArray(value)) return value.map(mark);
           return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mark(one)]));
         }`
      : undefined;
  },
};

/** Builds the page with its texts marked, and says where it is. */
export async function buildMarkedPage(): Promise<string> {
  const outDir = temporaryFolder('marked-page');
  await build({
    configFile: join(projectRoot, 'renderer', 'vite.config.ts'),
    logLevel: 'error',
    plugins: [markTexts],
    build: { outDir },
  });
  return outDir;
}

/** Makes an open page the one that people see, and keeps it so: at a mark, a line can break. */
export async function removeMarks(page: Page): Promise<void> {
  await page.evaluate((marks) => {
    const any = new RegExp(`[${marks}]`);
    const plain = (text: string) => text.split(any).join('');
    const clean = (node: Node) => {
      if (node instanceof Text && any.test(node.data)) node.data = plain(node.data);
      if (!(node instanceof Element)) return;
      for (const attribute of node.attributes)
        if (any.test(attribute.value)) attribute.value = plain(attribute.value);
    };
    const cleanAll = (node: Node) => {
      clean(node);
      node.childNodes.forEach(cleanAll);
    };
    const whatChanges = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        clean(target);
        addedNodes.forEach(cleanAll);
      }
    });

    cleanAll(document);
    const kinds = { childList: true, characterData: true, attributes: true };
    whatChanges.observe(document, { subtree: true, ...kinds });
  }, OPENS + CLOSES);
}
