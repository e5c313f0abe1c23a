import type { SyncStatus } from '#contract/sync.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { useNow } from '../../components/use-now.ts';
import { exactTime, pastTime } from '../../lib/format-time.ts';
import type { Activity } from './sync-commands.ts';
import { texts } from './texts.ts';

interface GitHeaderProps {
  readonly status: SyncStatus;
  readonly activity: Activity;
  readonly isBusy: boolean;
  readonly onPull: () => void;
  readonly onConnect: () => void;
  readonly onKept: () => void;
}

/** Which branch of which repository, when it was last asked, and what is under way. */
export function GitHeader(props: GitHeaderProps) {
  const { status, activity, isBusy, onPull, onConnect, onKept } = props;
  const now = useNow(30_000);
  const refusal = useRefusal()('sync.pull');
  const { branch = '', repository = '', lastSyncAt } = status;
  return (
    <header className="git-head">
      <div className="row">
        <Icon name="git" />
        <h1 className="medium">{branch}</h1>
        <span className="secondary cut grow" title={repository}>
          {shortOf(repository)}
        </span>
        <IconButton icon="copy" label={texts.head.kept} onPress={onKept} />
        <IconButton icon="settings" label={texts.head.connection} onPress={onConnect} />
      </div>
      <div className="row">
        <span
          className="secondary small grow cut"
          title={lastSyncAt === '' ? '' : exactTime(lastSyncAt)}
          role="status"
        >
          {isBusy
            ? wordsOf(activity, status)
            : lastSyncAt === ''
              ? texts.head.never
              : texts.head.asked(pastTime(lastSyncAt, now))}
        </span>
        <span title={refusal}>
          <Button
            size="small"
            icon="download"
            isDisabled={isBusy || refusal !== undefined}
            onPress={onPull}
          >
            {texts.head.pull}
          </Button>
        </span>
      </div>
      {isBusy && (
        <progress
          aria-label={wordsOf(activity, status)}
          {...(activity.total > 0 && { value: activity.done, max: activity.total })}
        />
      )}
    </header>
  );
}

function wordsOf({ activity, phase }: Activity, status: SyncStatus): string {
  const what = activity === '' ? status.activity : activity;
  return what === '' ? '' : texts.activity.of(texts.activity[what], phase);
}

/** What people call a repository: its last two names. */
function shortOf(repository: string): string {
  const path = repository.replace(/^\w+:\/\/[^/]*\//, '').replace(/\.git$/, '');
  return path.split(/[/:]/).slice(-2).join('/');
}
