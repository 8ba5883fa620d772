import { registerHooks } from 'node:module'

// Loaded before a browser test's server and before the server's own tests (vitest.config.ts): who logs in waits for a hash of the
// tests' costs, and is asked again only after an hour. The product has no setting for either. platform/credentials/passwords.test.ts
// and features/access/login/server/step-up.test.ts look at the real ones.
const replaced = ['./password-costs.ts', './proof-lifetime.ts']
registerHooks({
  resolve: (specifier, context, next) =>
    replaced.includes(specifier)
      ? { url: new URL(`../dev/testing/${specifier}`, import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
