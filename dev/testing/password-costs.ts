import type { passwordCosts as real } from '#platform/credentials/password-costs.ts'

/** What e2e/replacements.ts puts in the place of the real costs: a test logs in hundreds of people. The two still differ. */
export const passwordCosts: typeof real = {
  member: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  officer: { memoryCost: 128, timeCost: 1, parallelism: 1 },
}
