import { useGitStates } from '../../client/use-git-files.ts';
import { Link } from '../../components/Link.tsx';
import { bareName } from '../../lib/bare-name.ts';
import { gitWords } from '../../lib/git-state.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from './texts.ts';

/** What Git Sync says of the file of a DAG that differs from the remote; the row around it is not drawn anew for it. */
export function GitLetter({ fileName }: { readonly fileName: string }) {
  const itemId = bareName(fileName);
  const state = useGitStates()?.get(itemId);
  if (state === undefined) return null;
  const { letter, word, says } = gitWords(state);
  return (
    <Link
      tabIndex={-1}
      className={`git-letter letter-${state}`}
      href={paths.git(itemId)}
      title={texts.table.git(word, says)}
    >
      {letter}
      <i className="unseen">{word}</i>
    </Link>
  );
}
