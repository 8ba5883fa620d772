import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,database,tools}/**/*.test.ts', 'web/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: 'server/testing/postgres.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
