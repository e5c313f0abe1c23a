import { onTestFinished } from 'vitest';
import { startLanguageModel, type LanguageModel } from '../../scripts/samples/language-model.ts';

/** A service of language models until the end of the test. */
export async function aLanguageModel(): Promise<LanguageModel> {
  const model = await startLanguageModel();
  onTestFinished(model.close);
  return model;
}
