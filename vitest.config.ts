import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const include = ['{domain,contract,features,server,database,tools}/**/*.test.ts', 'web/**/*.test.ts']

/** Tests that replace something for the whole process (`vi`) have one of their own; the others share one per worker and its modules. */
const alone = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /import .*\bvi\b.* from 'vitest'/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
)

/** Where no earlier run has left its times, these are started first, so that no worker is left alone with a long one. */
const long = [
  'server/payroll-crash',
  'server/crash',
  'server/files/spreadsheet-file',
  'server/db/embedded',
  'server/features/society/imports/imports',
  'domain/lending/loans/running-loan',
  'server/features/lending/loans/recover-loan',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const hasTimes = this.ctx.cache.getFileTestResults(`shared:${long[0]}.test.ts`) !== undefined
    return hasTimes ? sorted : sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

const resolve = {
  // Only a run of the tests hashes cheaply, and asks no one again who logged in within the hour: the product has no setting for
  // either. server/credentials/passwords.test.ts and server/features/access/sessions/step-up.test.ts look at the real ones.
  alias: ['password-costs.ts', 'proof-lifetime.ts'].map((name) => ({
    find: `./${name}`,
    replacement: `${import.meta.dirname}/server/testing/${name}`,
  })),
}

// Far above what any test needs: these limits end a test that hangs, and none because the machine is busy.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

const common = {
  pool: 'forks' as const,
  setupFiles: ['server/testing/property-runs.ts', 'server/testing/seen-rows.ts'],
  ...limits,
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    // One PostgreSQL for both projects.
    globalSetup: 'server/testing/postgres.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      { resolve, test: { name: 'alone', include: alone, ...common } },
      {
        resolve,
        test: { name: 'shared', include, exclude: [...alone, '**/node_modules/**'], isolate: false, ...common },
      },
    ],
  },
})
