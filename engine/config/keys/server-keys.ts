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
      'Address on which REST and the browser interface are served. One that others than this machine reach needs `auth.mode: builtin`.',
  },
  port: {
    env: 'SVC_PORT',
    flag: '--port',
    schema: port,
    defaultValue: 8080,
    description: 'Port of REST and the browser interface; 0 takes any free one.',
  },
  base_path: {
    env: 'SVC_BASE_PATH',
    flag: '--base-path',
    schema: basePath,
    defaultValue: '',
    description:
      'Path below which everything is served, for a proxy that has other things as well: `/flows`.',
  },
  headless: {
    env: 'SVC_HEADLESS',
    flag: '--headless',
    schema: yesOrNo,
    defaultValue: false,
    description:
      'Serve REST alone, without the browser interface. The desktop app keeps its window.',
  },
  access_log_mode: {
    env: 'SVC_ACCESS_LOG_MODE',
    flag: '--access-log-mode',
    schema: oneOf('all', 'non-public', 'none'),
    defaultValue: 'all',
    description:
      'Which requests are logged: all, those that need rights (`non-public`), or none. A line holds method, path, status, time and caller.',
  },
  metrics: {
    env: 'SVC_SERVER_METRICS',
    schema: oneOf('private', 'public'),
    defaultValue: 'private',
    description:
      'Who may read the metrics: who may read the rest as well (private), or anybody (public).',
    isLive: true,
  },
  allowed_hosts: {
    env: 'SVC_ALLOWED_HOSTS',
    schema: textList,
    defaultValue: [],
    description:
      'Host names by which the server may be reached beside its own addresses. A proxy in front has to pass on the host that it is asked for; without users nothing is served through one whose host is not named here.',
    isLive: true,
  },
  owner_socket: {
    env: 'SVC_OWNER_SOCKET',
    schema: yesOrNo,
    defaultValue: true,
    description:
      'Serve programs of the engine’s own user, the CLI and every step among them, by a socket in the data folder that asks for no password.',
  },
  'tls.cert_file': {
    env: 'SVC_TLS_CERT_FILE',
    flag: '--tls-cert',
    schema: path,
    defaultValue: null,
    description: 'Certificate of HTTPS, PEM.',
    isPath: true,
  },
  'tls.key_file': {
    env: 'SVC_TLS_KEY_FILE',
    flag: '--tls-key',
    schema: path,
    defaultValue: null,
    description: 'Key of the certificate, PEM.',
    isPath: true,
  },
  'tunnel.enabled': {
    env: 'SVC_TUNNEL_ENABLED',
    flag: '--tunnel',
    schema: yesOrNo,
    defaultValue: false,
    description:
      'Let an installed tunnel program give the server a public address. Needs `auth.mode: builtin`.',
  },
  'tunnel.provider': {
    env: 'SVC_TUNNEL_PROVIDER',
    flag: '--tunnel',
    schema: oneOf('cloudflared', 'tailscale'),
    defaultValue: null,
    description: 'The tunnel program; empty: the first of them that is installed.',
  },
  remote_nodes: {
    env: 'SVC_REMOTE_NODES',
    schema: remoteNodeList,
    defaultValue: [],
    description:
      'Other engines that can be asked by `remoteNode`, each with `name`, `api_base_url`, `auth_type` and what it needs; in the environment as JSON.',
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
