/** Electron fixes its latest three majors, and none before. */
const SUPPORTED_MAJORS = 3;

export function isSupported(shipped: string, latest: string): boolean {
  return majorOf(latest) - majorOf(shipped) < SUPPORTED_MAJORS;
}

function majorOf(version: string): number {
  const major = Number(/^(\d+)\.\d+\.\d+/.exec(version)?.[1]);
  if (Number.isNaN(major)) throw new Error(`"${version}" is no version of Electron.`);
  return major;
}
