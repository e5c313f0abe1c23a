import type { Command } from 'commander';
import { bashScript } from './bash-script.ts';
import { modelOf, type CommandModel } from './command-model.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

const scripts: Readonly<Record<Shell, (models: readonly CommandModel[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** What a shell reads to complete the command lines of this program. */
export function completionScript(program: Command, shell: Shell): string {
  return scripts[shell](modelOf(program));
}
