import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Only a run of the tests hashes cheaply: the product has no setting for it. server/credentials/passwords.test.ts looks at the real costs.
    alias: [{ find: './password-costs.ts', replacement: `${import.meta.dirname}/server/testing/password-costs.ts` }],
  },
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
