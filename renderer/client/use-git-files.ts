import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { GitState } from '../lib/git-state.ts';
import { useEngine } from './engine-context.ts';
import type { GitFiles } from './git-files.ts';
import { THIS_ENGINE } from './node-choice.ts';

const GitFilesContext = createContext<GitFiles | undefined>(undefined);

export const GitFilesProvider = GitFilesContext.Provider;

/** The files of this engine that differ from the remote of Git Sync. */
export function useGitFiles(): GitFiles {
  const files = useContext(GitFilesContext);
  if (files === undefined) throw new Error('useGitFiles needs a GitFilesProvider above it.');
  return files;
}

/** The DAGs that differ from the remote; undefined while Git Sync is off, or another node is shown, whose files it does not know. */
export function useGitStates(): ReadonlyMap<string, GitState> | undefined {
  const { isOn, open } = useStore(useGitFiles());
  const isHere = useStore(useEngine().nodes.state, ({ node }) => node === THIS_ENGINE);
  return isOn && isHere ? open : undefined;
}
