import type { SyncConfig } from '#contract/sync.ts';
import { Segments } from '../../components/Segments.tsx';
import { Switch } from '../../components/Switch.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ConnectionForm } from './connection-store.ts';
import { texts } from './texts.ts';

interface ConnectionFieldsProps {
  readonly form: ConnectionForm;
  readonly config: SyncConfig | undefined;
  readonly onEdit: (change: Partial<ConnectionForm>) => void;
}

/** What a connection is made of. A secret that is set is never shown, and stays where its field stays empty. */
export function ConnectionFields({ form, config, onEdit }: ConnectionFieldsProps) {
  const words = texts.connection;
  const { auth } = config ?? {};
  return (
    <div className="connection-fields">
      <TextField
        label={words.repository}
        help={words.repositoryHelp}
        placeholder={words.repositoryExample}
        value={form.repository}
        isMono
        autoFocus
        onChange={(repository) => onEdit({ repository })}
      />
      <div className="row fields-in-row">
        <TextField
          label={words.branch}
          value={form.branch}
          isMono
          onChange={(branch) => onEdit({ branch })}
        />
        <TextField
          label={words.folder}
          help={words.folderHelp}
          value={form.path}
          isMono
          onChange={(path) => onEdit({ path })}
        />
      </div>
      <Segments
        label={words.authentication}
        look="boxes"
        value={form.authType}
        options={[
          { value: 'token', label: words.token },
          { value: 'ssh', label: words.ssh },
        ]}
        onChange={(authType) => onEdit({ authType })}
      />
      {form.authType === 'token' ? (
        <Secret
          label={words.token}
          isSet={isSet(auth?.token)}
          value={form.token}
          onChange={(token) => onEdit({ token })}
        />
      ) : (
        <>
          <TextField
            label={words.keyPath}
            placeholder={words.keyExample}
            help={isSet(auth?.ssh_key_path) ? words.configured : undefined}
            value={form.keyPath}
            isMono
            onChange={(keyPath) => onEdit({ keyPath })}
          />
          <Secret
            label={words.passphrase}
            isSet={isSet(auth?.ssh_passphrase)}
            value={form.passphrase}
            onChange={(passphrase) => onEdit({ passphrase })}
          />
        </>
      )}
      <Switch
        label={words.push}
        words={words.push}
        isOn={form.canPush}
        onChange={(canPush) => onEdit({ canPush })}
      />
    </div>
  );
}

/** Before there is a connection, the engine says nothing of its secrets. */
const isSet = (secret: string | undefined): boolean => secret !== undefined && secret !== '';

interface SecretProps {
  readonly label: string;
  readonly isSet: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Secret({ label, isSet, value, onChange }: SecretProps) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="off"
      help={isSet ? texts.connection.configured : texts.connection.tokenHelp}
      value={value}
      onChange={onChange}
    />
  );
}
