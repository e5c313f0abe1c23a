interface Lengths {
  /** In the suite, which everybody waits for. */
  readonly short: number;
  /** With `DAGWRIGHT_NIGHTLY=true`. */
  readonly full: number;
}

/** How many cases a long test takes, unless a variable of its own says how many. */
export function campaign(variable: string, { short, full }: Lengths): number {
  return Number(process.env[variable] ?? (isNightly ? full : short));
}

const isNightly = process.env['DAGWRIGHT_NIGHTLY'] === 'true';
