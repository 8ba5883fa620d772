import { defineConfig } from 'vitest/config'

/**
 * The tests that `npm run mutation` asks about each changed line: those that need neither database nor browser.
 * One process loads the modules once for all of them, which is most of the time that a changed line takes.
 */
export default defineConfig({
  test: {
    include: ['{core,features/*/*/rules}/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tools/mutation-runs.ts'],
    isolate: false,
  },
})
