/**
 * The one direction in which this code depends: core ← rules ← contract ← server | web ← app.
 * ARCHITECTURE.md draws it, this file holds it. A rule's comment is what a developer
 * reads when the check fails, so each says why the rule is there and where to go instead.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
// Tests, and what generates their cases.
const tests = '[.](test|arbitrary)[.]tsx?$'

// The layers, in features/<business>/<feature> and in the folders beside it.
const core = '^core/(?!contract/)'
const rules = '^features/[^/]+/[^/]+/rules/'
const contract = '^(core/contract/|features/[^/]+/[^/]+/[^/]+[.]ts$)'
const server = '^(platform/|app/(server|jobs)/|dev/(testing|attacks)/|features/[^/]+/(routes[.]ts$|[^/]+/server/))'
const web = '^(ui/|app/web/|site/|dev/demonstration/|features/[^/]+/(pages[.]ts$|[^/]+/web/))'
const production = '^(core|features|platform|ui|app|site|database)/'

module.exports = {
  forbidden: [
    {
      name: 'every-import-is-found',
      comment: 'An import that this check cannot follow is one that no other rule here sees.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one idea in two places: merge them, or move what both need below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-stands-alone',
      comment: 'Everything imports the core, so it imports nothing but itself; it runs anywhere.',
      severity: 'error',
      from: { path: core, pathNot: tests },
      to: { pathNot: core },
    },
    {
      name: 'rules-stand-alone',
      comment:
        'The rules of a cooperative know no framework, database or screen, so they can be read and tested by themselves.',
      severity: 'error',
      from: { path: rules, pathNot: tests },
      to: { pathNot: [core, rules] },
    },
    {
      name: 'contract-knows-only-rules',
      comment: 'Both sides read the contract, so it may need neither.',
      severity: 'error',
      from: { path: contract, pathNot: tests },
      to: { pathNot: [contract, core, rules, '^node_modules/zod/'] },
    },
    {
      name: 'core-contract-knows-no-feature',
      comment: 'What every contract is made of cannot know one of them.',
      severity: 'error',
      from: { path: '^core/contract/', pathNot: tests },
      to: { path: '^features/' },
    },
    {
      name: 'browsers-get-the-small-zod',
      comment: "zod's full build is most of a page's weight on a slow line: contract and web import zod/mini.",
      severity: 'error',
      from: { path: [contract, web] },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/(v4/)?mini/' },
    },
    {
      name: 'web-and-server-meet-in-the-contract',
      comment: 'Server code in the browser leaks secrets.',
      severity: 'error',
      from: { path: web },
      to: { path: server },
    },
    {
      name: 'server-and-web-meet-in-the-contract',
      comment: 'Browser code on the server does not run.',
      severity: 'error',
      from: { path: server },
      to: { path: web },
    },
    {
      name: 'browsers-get-no-machinery',
      comment: 'What runs in a browser needs no migration, seed, tool or test of this repository.',
      severity: 'error',
      from: { path: web, pathNot: tests },
      to: { path: '^(database|tools|e2e)/' },
    },
    {
      name: 'a-business-shows-no-other',
      comment: 'Pages of one business may show each other’s parts; those of two meet in app/web.',
      severity: 'error',
      from: { path: '^features/([^/]+)/[^/]+/web/' },
      to: { path: '^features/[^/]+/[^/]+/web/', pathNot: '^features/$1/' },
    },
    {
      name: 'ui-shows-no-feature',
      comment:
        'A part that knows one feature cannot serve the next. Only what an unrelated product could use belongs here.',
      severity: 'error',
      from: { path: '^ui/' },
      to: { path: ['^app/web/', '^features/[^/]+/[^/]+/web/'] },
    },
    {
      name: 'ui-knows-no-business',
      comment: 'What several businesses show of one is in ui/parts; ui is for any product.',
      severity: 'error',
      from: { path: '^ui/', pathNot: '^ui/(api|session|pwa|parts)/' },
      to: { path: '^(features|ui/parts)/' },
    },
    {
      name: 'public-pages-stand-apart',
      comment: 'The public pages carry no app, so that they open at once; and the app carries no word of theirs.',
      severity: 'error',
      from: { path: '^site/', pathNot: tests },
      to: { pathNot: ['^site/', core, rules, '^node_modules/(@types/)?react(-dom)?/'] },
    },
    {
      name: 'the-app-knows-no-public-page',
      comment: 'What is imported from a public page becomes part of what every visitor of the app loads.',
      severity: 'error',
      from: { path: web, pathNot: '^site/' },
      to: { path: '^site/' },
    },
    {
      name: 'nothing-knows-the-demonstration',
      comment:
        'Its logins and made-up records must be in no real bundle: only its own build knows it and leads imports to it (tools/demonstration.ts).',
      severity: 'error',
      from: { pathNot: ['^dev/demonstration/', '^tools/(record-)?demonstration'] },
      to: { path: '^dev/demonstration/' },
    },
    {
      name: 'only-app-assembles',
      comment: 'main and app put the parts together; nothing below them reaches up.',
      severity: 'error',
      from: { path: production, pathNot: ['^app/', tests] },
      to: { path: '^app/' },
    },
    {
      name: 'writes-stay-in-their-feature',
      comment: "Another feature's tables change through its use cases, never through its store or routes.",
      severity: 'error',
      from: { path: '^features/([^/]+/[^/]+)/' },
      to: { path: '^features/[^/]+/[^/]+/server/(store|routes)[.]ts$', pathNot: '^features/$1/' },
    },
    {
      name: 'writes-stay-in-their-business',
      comment: 'Another business’s tables change through its actions, never through its writes.',
      severity: 'error',
      from: { path: '^features/([^/]+)/' },
      to: { path: '^features/[^/]+/[^/]+/server/writes[.]ts$', pathNot: '^features/$1/' },
    },
    {
      name: 'only-the-ledger-writes-the-journal',
      comment: 'Every kobo moves through the ledger, so the books balance by construction.',
      severity: 'error',
      from: { pathNot: '^platform/ledger/' },
      to: { path: '^platform/ledger/store[.]ts$' },
    },
    {
      name: 'platform-calls-no-feature',
      comment: 'What every feature needs on the server calls none of them; it may know their rules and contracts.',
      severity: 'error',
      from: { path: '^platform/', pathNot: tests },
      to: { path: '^features/[^/]+/(routes[.]ts$|[^/]+/server/)' },
    },
    {
      name: 'a-use-case-speaks-no-http',
      comment: 'Only routes.ts knows requests and replies, so a job or a test can call the use case directly.',
      severity: 'error',
      from: { path: ['^platform/(ledger|db|jobs)/', '^app/jobs/', '^features/'], pathNot: ['/routes[.]ts$', tests] },
      to: { path: ['^platform/http/', '^node_modules/(@fastify/|fastify/)'] },
    },
    {
      name: 'a-route-touches-no-sql',
      comment: 'A route binds a contract to a use case. If it needs a query, that query is a use case.',
      severity: 'error',
      from: { path: '/routes[.]ts$' },
      to: { path: ['/store[.]ts$', '^platform/db/', '^node_modules/pg/'] },
    },
    {
      name: 'sql-has-few-homes',
      comment:
        'SQL stands in reads.ts and writes.ts, store.ts and queries.ts, the ledger, the jobs, the quotas and platform/db, where a reviewer looks for it.',
      severity: 'error',
      from: {
        path: '^(core|features|platform|ui|app|site)/',
        pathNot: [
          '^platform/(db|ledger|jobs)/',
          '^app/jobs/',
          '^platform/limits/quotas[.]ts$',
          '^features/[^/]+/[^/]+/server/(store|queries|reads|writes)[.]ts$',
          tests,
        ],
      },
      to: { path: ['^platform/db/sql[.]ts$', '^node_modules/(@types/)?pg/'] },
    },
    {
      name: 'production-runs-no-test-code',
      comment: 'Builders and test apps take shortcuts that must never serve a cooperative.',
      severity: 'error',
      from: { path: production, pathNot: tests },
      to: { path: ['^dev/', tests, '^e2e/'] },
    },
    {
      name: 'production-needs-no-development-package',
      comment:
        'An installation without development packages must still start: move the package to dependencies. Without the library of the sandbox a trial has none.',
      severity: 'error',
      from: { path: production, pathNot: [tests, '^platform/http/sandbox-identity[.]ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^([.]tsbuild|dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
