import { useState } from 'react';
import { useStore } from 'zustand';
import type { User } from '#contract/auth.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import type { Command } from '../../components/CommandMenu.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useNow } from '../../components/use-now.ts';
import { refused } from '../../components/refused.ts';
import { LoadedNotes } from './LoadedNotes.tsx';
import { Moment } from './Moment.tsx';
import { SectionHead } from './SectionHead.tsx';
import { SettingsTable } from './SettingsTable.tsx';
import { UserDialogs, type UserDialog } from './UserDialogs.tsx';
import { useLoaded } from './use-loaded.ts';
import { texts } from './texts.ts';

const loadUsers = async (engine: EngineConnection) => (await engine.call('users.list', {})).users;

/** Who has an account, and what may be done to it. */
export function UsersSection() {
  const engine = useEngine();
  const users = useLoaded(loadUsers);
  const me = useStore(engine.session.state, (state) => state.user);
  const [dialog, setDialog] = useState<UserDialog>();
  const now = useNow(30_000);
  const setDisabled = (user: User, isDisabled: boolean) =>
    void users.attempt(() => engine.call('users.update', { userId: user.id, isDisabled }));
  return (
    <>
      <SectionHead
        title={texts.users.title}
        verb={texts.users.new}
        onNew={() => setDialog({ kind: 'create' })}
      />
      <LoadedNotes of={users} />
      {users.value?.length === 0 && <p className="secondary">{texts.users.none}</p>}
      {users.value && users.value.length > 0 && (
        <SettingsTable
          label={texts.users.title}
          columns={[
            { label: texts.users.username },
            { label: texts.users.role },
            { label: texts.users.method, isWideOnly: true },
            { label: texts.users.lastLogin },
            { label: texts.page.more, isUnseen: true },
          ]}
          items={users.value}
          keyOf={(user) => user.id}
          isOff={(user) => user.isDisabled}
          openLabel={texts.page.edit}
          onOpen={(user) => setDialog({ kind: 'edit', user })}
        >
          {(user) => (
            <>
              <td className="cut" title={user.username}>
                <span className="medium">{user.username}</span>
                {user.id === me?.id && <span className="secondary">{texts.users.you}</span>}
                {user.isDisabled && <span className="secondary">{texts.users.disabled}</span>}
              </td>
              <td>{user.role}</td>
              <td className="wide-only">
                {user.authProvider === 'oidc' ? texts.users.provider : texts.users.password}
              </td>
              <td>
                <Moment at={user.lastLoginAt} now={now} never={texts.page.never} />
              </td>
              <td>
                <MoreMenu
                  isInRow
                  label={texts.page.moreOf(user.username)}
                  commands={userCommands(user, user.id === me?.id, {
                    open: setDialog,
                    setDisabled: (isDisabled) => setDisabled(user, isDisabled),
                  })}
                />
              </td>
            </>
          )}
        </SettingsTable>
      )}
      {dialog && (
        <UserDialogs
          dialog={dialog}
          now={now}
          onDone={() => void users.refresh()}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface UserActs {
  readonly open: (dialog: UserDialog) => void;
  readonly setDisabled: (isDisabled: boolean) => void;
}

function userCommands(user: User, isMe: boolean, { open, setDisabled }: UserActs) {
  const own = isMe ? texts.users.ownAccount : undefined;
  const commands: readonly Command[] = [
    { id: 'edit', label: texts.page.edit, icon: 'rename', run: () => open({ kind: 'edit', user }) },
    refused(
      {
        id: 'password',
        label: texts.users.setPassword,
        icon: 'key',
        run: () => open({ kind: 'password', user }),
      },
      user.authProvider === 'oidc' ? texts.users.managedPassword : undefined,
    ),
    user.isDisabled
      ? { id: 'enable', label: texts.users.enable, icon: 'tick', run: () => setDisabled(false) }
      : refused(
          { id: 'disable', label: texts.users.disable, icon: 'stop', run: () => setDisabled(true) },
          own,
        ),
    refused(
      {
        id: 'delete',
        label: texts.page.delete,
        icon: 'trash',
        isDanger: true,
        run: () => open({ kind: 'delete', user }),
      },
      own,
    ),
  ];
  return commands;
}
