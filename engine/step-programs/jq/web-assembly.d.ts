// Node has it, and says its types nowhere: this is what bounds its memory.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(this: Memory, pages: number): number;
  }
}
