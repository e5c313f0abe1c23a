import { describe, expect, it } from 'vitest';
import { thisHouse } from './house.ts';

async function isRefused(file: string, code: string): Promise<boolean> {
  const messages = await thisHouse.lint(file, code);
  return messages.some(({ ruleId }) => ruleId === 'no-restricted-syntax');
}

describe('In the window', () => {
  it.each([
    'export const A = () => <p>Nothing here</p>;',
    'export const A = () => <p>off</p>;',
    "export const A = () => <p>{'off'}</p>;",
    'export const A = (n: number) => <p>{`${n} off`}</p>;',
    "export const A = (on: boolean) => <p>{on ? 'on' : 'off'}</p>;",
    "export const A = (n: number) => <p>{n > 1 ? 'many' : n > 0 ? 'one' : ''}</p>;",
    "export const A = (on: boolean) => <p>{on && ', on'}</p>;",
    'export const A = (on: boolean, n: number) => <p>{on && `${n} on`}</p>;',
    'export const A = () => <p title="off" />;',
    'export const A = () => <input placeholder="off" />;',
    'export const A = () => <p aria-label="off" />;',
    "export const A = () => <p aria-label={'off'} />;",
    'export const A = (n: string) => <p aria-label={`Run ${n}`} />;',
    "export const A = (on: boolean) => <p title={on ? 'off' : undefined} />;",
    'export const A = () => <Button label="off" />;',
    "export const a = { label: 'off' };",
    'export const a = (n: string) => ({ detail: `Runs ${n}` });',
    "export const a = (on: boolean) => ({ label: on ? 'on' : 'off' });",
    "set({ problem: 'Nothing was saved.' });",
    "throw new Error('This login is over.');",
    'say(`Moved to ${place}.`);',
  ])('a text stands in no other place than a catalog: %s', async (code) => {
    expect(await isRefused('renderer/features/runs/probe.tsx', code)).toBe(true);
  });

  it.each([
    'export const A = () => <p className="row small">{texts.off}</p>;',
    'export const A = () => <code>config.yaml</code>;',
    'export const A = () => <kbd>e</kbd>;',
    "export const A = (tab: string) => <p>{tab === 'runs' && <b />}</p>;",
    "export const A = (on: boolean) => <p className={on ? 'day today' : 'day'} title={texts.day} />;",
    "export const A = () => <p title={refusal('dags.start')} />;",
    "export const a = { id: 'copy', icon: 'copy', label: texts.copy };",
    "throw new Error('useEngine needs a provider.');",
  ])('what nobody reads stands where it is used: %s', async (code) => {
    expect(await isRefused('renderer/features/runs/probe.tsx', code)).toBe(false);
  });

  it('a catalog holds texts', async () => {
    const code = "export const texts = { label: 'Nothing here' } as const;";

    expect(await isRefused('renderer/features/runs/texts.ts', code)).toBe(false);
  });
});

describe('In the app', () => {
  it.each(["export const a = { label: 'Search' };", "ask('They are lost.');"])(
    'a text stands in no other place than its catalog: %s',
    async (code) => {
      expect(await isRefused('main/menus/probe.ts', code)).toBe(true);
      expect(await isRefused('main/texts.ts', code)).toBe(false);
    },
  );
});
