/**
 * Loaded by Node before a program: makes its process larger by DAGWRIGHT_BENCH_BALLAST_MB of memory that is written to
 * and stays, as after much work. What the kernel copies at a fork grows with it; what V8 collects does not.
 */
const MB = 1024 * 1024;
const count = Number(process.env.DAGWRIGHT_BENCH_BALLAST_MB);
const held = Array.from({ length: count }, () => Buffer.alloc(MB, 1));
Object.assign(globalThis, { dagwrightBenchBallast: held });

// For this process alone, and not for those that it starts.
delete process.env.NODE_OPTIONS;
delete process.env.DAGWRIGHT_BENCH_BALLAST_MB;
