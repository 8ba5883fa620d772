import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutation` asks about each changed line: those that need neither database nor browser. */
export default defineConfig({
  test: { include: ['domain/**/*.test.ts'], environment: 'node', setupFiles: ['tools/mutation-runs.ts'] },
})
