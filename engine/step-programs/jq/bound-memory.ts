import { setFlagsFromString } from 'node:v8';

const PAGE = 64 * 1024;

/**
 * Lets no WebAssembly of this process have more memory; what asks for more is refused, as where the system has no more.
 * Returns whether that was the last answer.
 */
export function boundMemory(mostBytes: number): () => boolean {
  // Each that compiles beside another takes as much as a small program.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  let isRefused = false;
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function (pages) {
    // Less may be asked for then, and given.
    isRefused = this.buffer.byteLength + pages * PAGE > mostBytes;
    if (isRefused) throw new RangeError('no more memory is given');
    return grow.call(this, pages);
  };
  return () => isRefused;
}
