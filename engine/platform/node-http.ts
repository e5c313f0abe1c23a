/**
 * Node's own modules of HTTP, loaded when they are first needed. An `import` would read all that node:http exports, its
 * WebSocket among it, and so load undici and HTTP/2 as well; TLS is for those who use it.
 */
export const nodeHttp = () => process.getBuiltinModule('node:http');
/** The same with TLS. */
export const nodeHttps = () => process.getBuiltinModule('node:https');
/** TLS without HTTP. */
export const nodeTls = () => process.getBuiltinModule('node:tls');

/**
 * For requests over a socket, which know no TLS. Node else looks for a server name for it, and compiles two long expressions
 * to see that `localhost` is no address, which is 3 ms of a command.
 */
export const noServerName = { servername: '' } as const;
