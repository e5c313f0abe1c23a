import manifest from '../../package.json' with { type: 'json' };

/** Version of this program, as health and `dagwright version` report it. */
export const version: string = manifest.version;
