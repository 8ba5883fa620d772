import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const server = '{core,features,platform,app,dev,database,tools}/**/*.test.ts'
const web = '{ui,app/web,site,dev/demonstration,features/*/*/web}/**/*.test.ts'

/** Tests that replace something for the whole process (`vi`) have one of their own; the others share one per worker and its modules. */
const alone = globSync(server, { cwd: import.meta.dirname, exclude: [web] }).filter((file) =>
  /import .*\bvi\b.* from 'vitest'/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
)

/** Where no earlier run has left its times, these are started first, so that no worker is left alone with a long one. */
const long = [
  'app/server/payroll-crash',
  'app/server/crash',
  'platform/db/embedded',
  'features/society/imports/server/imports',
  'features/loans/loans/rules/running-loan',
  'features/loans/loans/server/recover-loan',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const hasTimes = this.ctx.cache.getFileTestResults(`shared:${long[0]}.test.ts`) !== undefined
    return hasTimes ? sorted : sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

// Far above what any test needs: these limits end a test that hangs, and none because the machine is busy.
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

const common = {
  pool: 'forks' as const,
  setupFiles: ['dev/testing/cpu-times.ts', 'dev/testing/property-runs.ts', 'dev/testing/seen-rows.ts'],
  ...limits,
}

/** Node reads the server's TypeScript itself, in a fraction of the time that Vite takes to change it. */
const onNode = {
  ...common,
  experimental: { viteModuleRunner: false },
  execArgv: ['--import', `${import.meta.dirname}/e2e/replacements.ts`],
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    // One PostgreSQL for both projects.
    globalSetup: 'dev/testing/postgres.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'web', include: [web], ...common } },
      { test: { name: 'alone', include: alone, ...onNode } },
      { test: { name: 'shared', include: [server], exclude: [...alone, web], isolate: false, ...onNode } },
    ],
  },
})
