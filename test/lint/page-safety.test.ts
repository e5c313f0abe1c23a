import { describe, expect, it } from 'vitest';
import { thisHouse } from './house.ts';

async function isRefused(file: string, code: string): Promise<boolean> {
  const messages = await thisHouse.lint(file, code);
  return messages.some(({ ruleId }) => ruleId === 'no-restricted-syntax');
}

describe('In main', () => {
  it.each([
    'sandbox: false',
    'contextIsolation: false',
    'webSecurity: isSafe',
    "'webSecurity': false",
    'nodeIntegration: true',
    'nodeIntegrationInWorker: true',
    'nodeIntegrationInSubFrames: true',
    'webviewTag: true',
    'navigateOnDragDrop: true',
    'allowRunningInsecureContent: false',
    'experimentalFeatures: true',
    "enableBlinkFeatures: 'CSSVariables'",
    "disableBlinkFeatures: 'Auxclick'",
  ])('no window is made with %s', async (option) => {
    expect(await isRefused('main/windows/probe.ts', `export const a = { ${option} };`)).toBe(true);
  });

  it.each(["app.commandLine.appendSwitch('no-sandbox');", "line.appendArgument('x');"])(
    'no wall of Chromium is taken down by %s',
    async (code) => {
      expect(await isRefused('main/app/probe.ts', code)).toBe(true);
    },
  );

  it('a window is made with its walls up', async () => {
    const code = 'export const a = { sandbox: true, nodeIntegration: false, title: name };';

    expect(await isRefused('main/windows/probe.ts', code)).toBe(false);
  });
});

describe('In the page', () => {
  it.each([
    'export const A = (t: string) => <p dangerouslySetInnerHTML={{ __html: t }} />;',
    'export const A = (t: string) => <iframe srcDoc={t} />;',
    'element.innerHTML = text;',
    'element.outerHTML = text;',
    "element.insertAdjacentHTML('beforeend', text);",
    'Object.assign(frame, { srcdoc: text });',
    'range.createContextualFragment(text);',
    'document.write(text);',
    'eval(text);',
    'new Function(text);',
    'Function(text);',
  ])('text becomes neither markup nor code: %s', async (code) => {
    expect(await isRefused('renderer/app/probe.tsx', code)).toBe(true);
  });

  it('text is written as text', async () => {
    const code = 'export const A = (t: string) => <p title={t}>{t}</p>;';

    expect(await isRefused('renderer/app/probe.tsx', code)).toBe(false);
  });
});
