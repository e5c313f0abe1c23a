import { useRefusal } from '../../client/use-refusal.ts';
import { useGitStates } from '../../client/use-git-files.ts';
import { Link } from '../../components/Link.tsx';
import { bareName } from '../../lib/bare-name.ts';
import { gitWords } from '../../lib/git-state.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from './texts.ts';

/** What Git Sync says of the file of a DAG that differs from the remote, and the way to do something about it. */
export function GitNote({ fileName }: { readonly fileName: string }) {
  const itemId = bareName(fileName);
  const state = useGitStates()?.get(itemId);
  const mayChange = useRefusal()('sync.publishAll') === undefined;
  if (state === undefined) return null;
  const { word, says, verb } = gitWords(state);
  return (
    <span className="row small git-note" title={says}>
      <span className={`letter-${state}`}>{word}</span>
      <span className="secondary">·</span>
      <Link className="link" href={paths.git(itemId)}>
        {mayChange ? texts.commands.openInGit(verb) : texts.save.compare}
      </Link>
    </span>
  );
}
