import { registerHooks } from 'node:module'

// Loaded before a test's server: who logs in waits for a hash of the tests' costs, as inside vitest (vitest.config.ts).
const low = new URL('../server/testing/password-costs.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './password-costs.ts' ? { url: low, shortCircuit: true } : next(specifier, context),
})
