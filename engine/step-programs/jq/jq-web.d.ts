// The package comes without types: this is what its program uses of it.
/* eslint-disable import-x/no-default-export -- This is how the package exports. */
declare module 'jq-web' {
  interface Jq {
    /** What jq prints, without the last line feed; undefined: nothing. */
    readonly raw: (
      input: string,
      expression: string,
      flags: readonly string[],
    ) => string | undefined;
  }

  const jq: Promise<Jq>;
  export default jq;
}
