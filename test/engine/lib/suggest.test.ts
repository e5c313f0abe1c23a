import { describe, expect, it } from 'vitest';
import { didYouMean, suggest } from '../../../engine/lib/suggest.ts';

const keys = ['depends', 'command', 'continue_on', 'script', 'steps', 'step'];

describe('suggest', () => {
  it.each([
    ['a letter too few', 'comand', 'command'],
    ['a letter too many', 'scriptt', 'script'],
    ['two letters swapped', 'depnds', 'depends'],
    ['another word shape', 'continueOn', 'continue_on'],
    ['capitals', 'STEPS', 'steps'],
    ['the nearest of several', 'stepz', 'steps'],
  ])('finds the word behind %s', (_mistake, word, meant) => {
    expect(suggest(word, keys)).toBe(meant);
  });

  it('has no answer for a word that is like no other', () => {
    expect(suggest('timezone', keys)).toBeUndefined();
    expect(suggest('', keys)).toBeUndefined();
  });
});

describe('didYouMean', () => {
  it('is the tail of a message, empty when nothing is near', () => {
    expect(didYouMean('comand', keys)).toBe(': did you mean `command`?');
    expect(didYouMean('timezone', keys)).toBe('');
  });
});
