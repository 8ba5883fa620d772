import type {} from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test that proves something has counted, in words. */
    figures?: string
  }
}

/**
 * How much a test does of what it does: `npm test` runs every test at the size that finds the same kinds of faults,
 * `npm run test:full` (TEST_SIZE=full) at full size. docs/testing.md lists what differs.
 */
export function atSize<Value>(quick: Value, full: Value): Value {
  return process.env['TEST_SIZE'] === 'full' ? full : quick
}
