/** For what a step reads: says in words that nothing is there, and passes on every other error. */
export function nameMissing(source: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === 'ENOENT' ? new Error(`${source} is not there`, { cause: error }) : error;
  };
}
