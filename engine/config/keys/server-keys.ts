import { remoteNodeList, withAbsoluteCaFiles } from '../remote-node-values.ts';
import { basePath, color, hostAddress, port } from '../server-values.ts';
import { oneOf, optionalText, path, textList, yesOrNo } from '../values.ts';
import type { ConfigKeyTable } from './entry.ts';

/** REST and the browser interface: where they are served, and how. */
export const serverKeys = {
  host: {
    env: 'SVC_HOST',
    flag: '--host',
    schema: hostAddress,
    defaultValue: '127.0.0.1',
    description:
      'Address for REST and the browser interface. An address that other machines can reach requires `auth.mode: builtin`.',
  },
  port: {
    env: 'SVC_PORT',
    flag: '--port',
    schema: port,
    defaultValue: 8080,
    description: 'Port for REST and the browser interface; 0 selects a free one.',
  },
  base_path: {
    env: 'SVC_BASE_PATH',
    flag: '--base-path',
    schema: basePath,
    defaultValue: '',
    description: 'Base path of all URLs, for use behind a proxy: `/flows`.',
  },
  headless: {
    env: 'SVC_HEADLESS',
    flag: '--headless',
    schema: yesOrNo,
    defaultValue: false,
    description:
      'Serve REST only, without the browser interface. The desktop app keeps its window.',
  },
  access_log_mode: {
    env: 'SVC_ACCESS_LOG_MODE',
    flag: '--access-log-mode',
    schema: oneOf('all', 'non-public', 'none'),
    defaultValue: 'all',
    description:
      'Which requests to log: all, those that require a role (`non-public`), or none. A line has method, path, status, time and caller.',
  },
  metrics: {
    env: 'SVC_SERVER_METRICS',
    schema: oneOf('private', 'public'),
    defaultValue: 'private',
    description: 'Who can read the metrics: callers with a role (private), or everyone (public).',
    isLive: true,
  },
  allowed_hosts: {
    env: 'SVC_ALLOWED_HOSTS',
    schema: textList,
    defaultValue: [],
    description:
      'Additional host names of the server. A reverse proxy must forward the Host header. Without users, requests through a proxy are refused unless its host is in this list.',
    isLive: true,
  },
  owner_socket: {
    env: 'SVC_OWNER_SOCKET',
    schema: yesOrNo,
    defaultValue: true,
    description:
      'Open a socket in the data folder that gives programs of the engine’s own user, including the CLI and every step, access without a password.',
  },
  'tls.cert_file': {
    env: 'SVC_TLS_CERT_FILE',
    flag: '--tls-cert',
    schema: path,
    defaultValue: null,
    description: 'TLS certificate, PEM.',
    isPath: true,
  },
  'tls.key_file': {
    env: 'SVC_TLS_KEY_FILE',
    flag: '--tls-key',
    schema: path,
    defaultValue: null,
    description: 'Key of the TLS certificate, PEM.',
    isPath: true,
  },
  'tunnel.enabled': {
    env: 'SVC_TUNNEL_ENABLED',
    flag: '--tunnel',
    schema: yesOrNo,
    defaultValue: false,
    description:
      'Publish the server through an installed tunnel program. Requires `auth.mode: builtin`.',
  },
  'tunnel.provider': {
    env: 'SVC_TUNNEL_PROVIDER',
    flag: '--tunnel',
    schema: oneOf('cloudflared', 'tailscale'),
    defaultValue: null,
    description: 'Tunnel program; empty: the first one that is installed.',
  },
  remote_nodes: {
    env: 'SVC_REMOTE_NODES',
    schema: remoteNodeList,
    defaultValue: [],
    description:
      'Other engines for the parameter `remoteNode`, each with `name` and `api_base_url`, which ends in the `base_path` of the node. `auth_type` is `token` with `auth_token`, `basic` with `basic_auth_username` and `basic_auth_password`, or `none`. `timeout` says how long the node may take to answer (`30s`), `ca_file` names the certificate of an authority to trust, and `skip_tls_verify` trusts any certificate. In the environment as JSON. A token or password that is left out is taken from the keychain (`dagwright nodes set-token`).',
    secret: 'parts',
    withPaths: withAbsoluteCaFiles,
    isLive: true,
  },
  'ui.navbar_title': {
    env: 'SVC_UI_NAVBAR_TITLE',
    schema: optionalText,
    defaultValue: null,
    description: 'Name in the title bar, to tell several engines apart; empty: Dagwright.',
  },
  'ui.navbar_color': {
    env: 'SVC_UI_NAVBAR_COLOR',
    schema: color,
    defaultValue: null,
    description: 'Color of a line below the title bar; empty: none.',
  },
} as const satisfies ConfigKeyTable;
