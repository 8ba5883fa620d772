import { registerHooks } from 'node:module'

// Loaded before a test's server: who logs in waits for a hash of the tests' costs, and is asked again only after an hour, as
// inside vitest (vitest.config.ts).
const replaced = ['./password-costs.ts', './proof-lifetime.ts']
registerHooks({
  resolve: (specifier, context, next) =>
    replaced.includes(specifier)
      ? { url: new URL(`../server/testing/${specifier}`, import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
