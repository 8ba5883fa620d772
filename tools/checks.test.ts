import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asvsComplaints } from './check-asvs.ts'
import { structureComplaints } from './check-structure.ts'

const repository = resolve(import.meta.dirname, '..')
const configurations = [
  '.dependency-cruiser.cjs',
  '.oxlintrc.json',
  'knip.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
]
const roots = ['core', 'core/contract', 'platform', 'ui', 'e2e', 'tools']

let tree: string
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'ajose-checks-'))
  for (const file of configurations) cpSync(join(repository, file), join(tree, file))
  for (const root of roots) cpSync(join(repository, root, 'tsconfig.json'), put(`${root}/tsconfig.json`, ''))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

describe('boundaries', () => {
  /** For each rule a file, the breach in it, and what else must exist for that. */
  const breaches: [rule: string, from: string, imports: string, others?: Record<string, string>][] = [
    ['every-import-is-found', 'platform/a.ts', './gone.ts'],
    ['no-cycles', 'core/egg.ts', './hen.ts', { 'core/hen.ts': "import './egg.ts'" }],
    ['core-stands-alone', 'core/clock.ts', 'node:fs'],
    ['core-stands-alone', 'core/terms.ts', '#features/members/members/rules/terms.ts'],
    ['contract-knows-only-rules', 'features/members/members/contract.ts', '#platform/db/pool.ts'],
    ['core-contract-knows-no-feature', 'core/contract/live.ts', '#features/members/members/contract.ts'],
    ['browsers-get-the-small-zod', 'core/contract/fields.ts', 'zod'],
    ['web-and-server-meet-in-the-contract', 'app/web/App.tsx', '#platform/db/pool.ts'],
    ['web-and-server-meet-in-the-contract', 'features/payroll/returns/web/api.ts', '#platform/db/pool.ts'],
    [
      'server-and-web-meet-in-the-contract',
      'features/payroll/returns/server/jobs.ts',
      '#app/web/pages.ts',
      { 'app/web/pages.ts': 'export {}' },
    ],
    ['rules-stand-alone', 'features/payroll/returns/rules/clock.ts', '#platform/db/pool.ts'],
    ['contract-knows-only-rules', 'features/payroll/returns/contract.ts', '#platform/db/pool.ts'],
    ['browsers-get-no-machinery', 'app/web/Seed.tsx', '#database/seed/seed.ts'],
    ['a-business-shows-no-other', 'features/payroll/returns/web/Lines.tsx', '#features/members/members/web/api.ts'],
    ['ui-shows-no-feature', 'ui/Button.tsx', '#features/members/members/web/api.ts'],
    ['ui-shows-no-feature', 'ui/parts/PayTo.tsx', '#features/members/members/web/api.ts'],
    ['ui-knows-no-business', 'ui/Table.tsx', '#features/members/members/contract.ts'],
    ['ui-knows-no-business', 'ui/Card.tsx', '#ui/parts/MemberLink.tsx', { 'ui/parts/MemberLink.tsx': 'export {}' }],
    ['public-pages-stand-apart', 'site/Landing.tsx', '#features/members/members/web/api.ts'],
    ['the-app-knows-no-public-page', 'app/web/Menu.tsx', '#site/content.ts', { 'site/content.ts': 'export {}' }],
    [
      'nothing-knows-the-demonstration',
      'app/web/Header.tsx',
      '#dev/demonstration/transport.ts',
      { 'dev/demonstration/transport.ts': 'export {}' },
    ],
    ['only-app-assembles', 'platform/jobs/remind.ts', '#app/server/app.ts'],
    [
      'writes-stay-in-their-feature',
      'features/loans/loans/server/approve-loan.ts',
      '#features/members/members/server/store.ts',
    ],
    [
      'writes-stay-in-their-business',
      'features/payroll/returns/server/actions.ts',
      '#features/members/members/server/writes.ts',
    ],
    ['only-the-ledger-writes-the-journal', 'features/loans/loans/server/disburse-loan.ts', '#platform/ledger/store.ts'],
    ['platform-calls-no-feature', 'platform/http/bind.ts', '#features/members/members/server/store.ts'],
    ['a-use-case-speaks-no-http', 'features/loans/loans/server/reject-loan.ts', 'fastify'],
    ['a-route-touches-no-sql', 'features/loans/loans/server/routes.ts', '#platform/db/pool.ts'],
    ['sql-has-few-homes', 'features/loans/loans/server/repay-loan.ts', 'pg'],
    ['sql-has-few-homes', 'features/payroll/schedules/server/actions.ts', '#platform/db/sql.ts'],
    ['a-use-case-speaks-no-http', 'features/payroll/schedules/server/reads.ts', 'fastify'],
    ['sql-has-few-homes', 'features/loans/loans/server/top-up-loan.ts', '#platform/db/sql.ts'],
    ['production-runs-no-test-code', 'features/loans/loans/server/preview-loan.ts', '#dev/testing/build.ts'],
    ['production-needs-no-development-package', 'platform/http/fuzz.ts', 'fast-check'],
  ]
  const targets = [
    'platform/db/pool.ts',
    'platform/db/sql.ts',
    'app/server/app.ts',
    'platform/ledger/store.ts',
    'dev/testing/build.ts',
    'features/members/members/server/store.ts',
    'features/members/members/server/writes.ts',
    'features/members/members/web/api.ts',
    'database/seed/seed.ts',
  ]

  beforeEach(() => {
    for (const path of targets) put(path, 'export {}')
    for (const root of ['e2e', 'tools']) put(`${root}/some.ts`, 'export {}')
    for (const name of ['pg', 'zod', 'fastify', 'fast-check']) {
      put(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, exports: { '.': './index.js', './mini': './mini/index.js' } }),
      )
      put(`node_modules/${name}/index.js`, '')
    }
    put('node_modules/zod/mini/index.js', '')
    put('core/money.ts', 'export {}')
    put('features/loans/loans/contract.ts', "import 'zod/mini'\nimport '#core/money.ts'")
    put('features/members/members/server/queries.ts', "import '#platform/db/sql.ts'\nimport 'pg'")
  })

  test('a tree that keeps the rules passes', () => {
    expect(boundaries()).toMatchObject({ status: 0, errors: '' })
  })

  test('every rule names its breach', () => {
    for (const [, from, imports, others = {}] of breaches) {
      put(from, `import '${imports}'`)
      for (const [path, text] of Object.entries(others)) put(path, text)
    }
    const { status, errors } = boundaries()
    expect(status).toBe(1)
    for (const [rule, from] of breaches) expect(section(errors, rule), rule).toContain(`  ${from} → `)
  })

  test('features of two businesses form no cycle, whichever of their layers it goes through', () => {
    put('features/loans/loans/rules/loan.ts', "import '#features/savings/pledges/rules/pledge.ts'")
    put('features/savings/pledges/rules/pledge.ts', 'export {}')
    put('features/savings/pledges/server/queries.ts', "import '#features/savings/interest/contract.ts'")
    put('features/savings/interest/contract.ts', "import type { A } from '#features/loans/loans/top-up.ts'")
    put('features/loans/loans/top-up.ts', 'export type A = 1')
    // In one business rules may need a contract of a feature whose server needs theirs.
    put('features/payroll/returns/server/reads.ts', "import '#features/payroll/schedules/contract.ts'")
    put('features/payroll/schedules/contract.ts', "import '#features/payroll/returns/rules/words.ts'")
    put('features/payroll/returns/rules/words.ts', 'export {}')
    const { status, errors } = boundaries()
    expect(status).toBe(1)
    expect(section(errors, 'features-form-no-cycle').trim().split('\n  ').slice(1)).toEqual([
      'loans/loans ↔ savings/interest ↔ savings/pledges',
    ])
  })

  test('features form no cycle, also where no two files do', () => {
    put('features/loans/goods/server/deliver-goods.ts', "import '#features/loans/loans/server/repay-loan.ts'")
    put('features/loans/loans/server/repay-loan.ts', "import '#features/loans/top-ups/server/settle-with.ts'")
    put('features/loans/top-ups/server/settle-with.ts', "import '#features/loans/goods/server/queries.ts'")
    put('features/loans/goods/server/queries.ts', 'export {}')
    put('features/payroll/returns/server/reads.ts', "import '#features/payroll/schedules/server/reads.ts'")
    put('features/payroll/schedules/server/reads.ts', "import '#features/payroll/returns/rules/words.ts'")
    put('features/payroll/schedules/server/writes.ts', "import '#features/payroll/returns/server/jobs.ts'")
    put('features/payroll/returns/rules/words.ts', 'export {}')
    put('features/payroll/returns/server/jobs.ts', 'export {}')
    const { status, errors } = boundaries()
    expect(status).toBe(1)
    expect(section(errors, 'features-form-no-cycle')).toContain(
      'loans/goods/server ↔ loans/loans/server ↔ loans/top-ups/server',
    )
    expect(section(errors, 'features-form-no-cycle')).toContain('payroll/returns/server ↔ payroll/schedules/server')
  })

  test('no rule goes without a breach here', () => {
    const { forbidden } = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string }[]
    }
    expect(new Set(breaches.map(([rule]) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)))
  })

  test('reading no TypeScript is a failure, not a success', () => {
    put('.dependency-cruiser.cjs', "module.exports = { forbidden: [], options: { exclude: { path: '^core/' } } }")
    const { status, errors } = boundaries()
    expect(status).toBe(1)
    expect(errors).toContain('core: 0 modules were read')
  })

  function boundaries() {
    const { status, stderr } = run(process.execPath, [join(repository, 'tools/check-boundaries.ts')])
    return { status, errors: stderr }
  }

  function section(errors: string, rule: string): string {
    return errors.split(/^(?=\S)/m).find((part) => part.startsWith(`${rule}:`)) ?? ''
  }
})

describe('structure', () => {
  const breaches: [rule: string, path: string, text: string][] = [
    ['closed-folders', 'scripts/deploy.ts', ''],
    ['closed-folders', 'platform/services/loan.ts', ''],
    ['no-drawers', 'core/utils.ts', ''],
    ['no-drawers', 'ui/date-helpers.ts', ''],
    ['no-drawers', 'platform/http/common/reply.ts', ''],
    ['contract-per-feature', 'features/savings/raffles/server/routes.ts', ''],
    ['closed-folders', 'platform/features/raffles/queries.ts', ''],
    ['closed-folders', 'ui/features/raffles/api.ts', ''],
    ['feature-words', 'features/loans/loans/server/service.ts', ''],
    ['file-named-for-its-function', 'features/loans/loans/server/approve-loan.ts', 'export function approve() {}'],
    ['web-feature-words', 'features/loans/loans/web/useLoans.ts', ''],
    ['web-feature-words', 'features/loans/loans/web/Orphan.css', ''],
    ['web-feature-words', 'features/payroll/returns/web/useReturn.ts', ''],
    ['business-words', 'features/payroll/returns/client/api.ts', ''],
    ['feature-words', 'features/payroll/returns/server/service.ts', ''],
    ['features-lie-in-businesses', 'features/raffles/draws/contract.ts', ''],
    ['catalogue-of-sentences', 'features/loans/loans/rules/strings.ts', 'export const due = (day: string) => day\n'],
    ['catalogue-beside-its-feature', 'platform/limits/strings.ts', "export const due = 'Due'\n"],
    ['migration-names', 'database/migrations/1-members.sql', '-- Why.'],
    ['migrations-gapless', 'database/migrations/0003_loans.sql', '-- Why.'],
    ['migrations-say-why', 'database/migrations/0002_members.sql', 'CREATE TABLE member ();'],
    [
      'migrations-only-add',
      'database/migrations/0002_members.sql',
      '-- Why.\nALTER TABLE loan\n  DROP COLUMN purpose;',
    ],
    ['migrations-only-add', 'database/migrations/0002_members.sql', '-- Why.\n-- allowed:\nDROP TABLE loan;'],
    [
      'migrations-see-rows',
      'database/migrations/0002_members.sql',
      "-- Why.\nUPDATE app.member SET status = 'active';",
    ],
    [
      'migrations-see-rows',
      'database/migrations/0002_members.sql',
      '-- Why.\nINSERT INTO platform.login (phone)\n  SELECT m.phone FROM app.member m;',
    ],
    [
      'migrations-see-rows',
      'database/migrations/0002_members.sql',
      "-- Why.\nALTER TABLE app.member NO FORCE ROW LEVEL SECURITY;\nALTER TABLE app.member FORCE ROW LEVEL SECURITY;\nUPDATE app.member SET status = 'active';",
    ],
    ['suppressions-say-why', 'ui/Button.tsx', '// oxlint-disable-next-line no-console\nconsole.log(1)'],
    ['suppressions-say-why', 'core/money.ts', '// @ts-ignore\nconst a: string = 1'],
    ['whole-lists', 'features/loans/loans/web/LoanPage.tsx', 'useQuery(query(listLoans, { limit: 100 }))'],
    ['one-form', 'features/loans/loans/web/LoanPage.tsx', '<form onSubmit={send}>'],
    ['lagos-days', 'core/due.test.ts', `const today = new ${'Date'}().toISOString().slice(0, 10)`],
    ['lock-without-addresses', 'package-lock.json', '{ "resolved": "https://registry.example/a.tgz" }'],
  ]

  beforeEach(() => {
    put('.gitignore', 'node_modules/\ndata/\n')
    put('data/anything', '')
    put('package-lock.json', '{ "integrity": "sha512-x" }')
    put('features/loans/loans/contract.ts', '')
    put('features/loans/loans/server/routes.ts', '')
    put('features/loans/loans/server/top-up-loan.ts', 'export async function topUpLoan(tx: Tx) {}')
    put('features/loans/loans/web/LoanPage.tsx', '')
    put('features/loans/loans/web/LoanPage.css', '')
    put('ui/Link.tsx', '// oxlint-disable-next-line no-console -- the only way here')
    put(
      'database/migrations/0001_first.sql',
      '-- Why.\n-- allowed: no one has read it since the last release\nDROP TABLE old;',
    )
  })

  test('a tree that keeps the rules has no complaint', () => {
    expect(structureComplaints(tree, '6.0.3')).toEqual([])
  })

  test.each(breaches)('%s: %s', (rule, path, text) => {
    put(path, text)
    const complaints = structureComplaints(tree, '6.0.3')
    expect(complaints.map((complaint) => complaint.split(': ')[1])).toContain(rule)
  })

  test('a compiler without the interface that the boundaries need is refused', () => {
    expect(structureComplaints(tree, '7.0.1')).toEqual([expect.stringContaining('compiler-has-an-api')])
  })

  test('the script itself fails and names the rule', () => {
    put('core/utils.ts', '')
    const { status, stderr } = run(process.execPath, [join(repository, 'tools/check-structure.ts')])
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('no-drawers') })
  })
})

describe('security requirements', () => {
  const page = 'docs/security/asvs.md'
  const text = readFileSync(join(repository, page), 'utf8')
  const met =
    '| V8.3.1 | 1 | met | The server decides | `platform/permit.ts` (`permit`); `app/server/access.test.ts`: gets what the table says |'
  const shown = "test('a stranger gets what the table says', () => {})"
  /** The page with one line met, eight of level 2 open and no other applicable. */
  const bare = () => {
    let openLeft = 8
    return text
      .replaceAll(
        /^(\| V[\d.]+ \| )(\d)( \| )[^|]*(\|[^|]*\|)[^|]*\|$/gm,
        (_, number: string, level: string, bar: string, asked: string) =>
          `${number}${level}${bar}${level === '2' && openLeft-- > 0 ? 'open' : 'not applicable'} ${asked} No |`,
      )
      .replace(/^\| V8\.3\.1 .*$/m, met)
  }
  const complaintsOf = (changed: string, awaited: readonly string[] = []) => {
    put(page, changed)
    return asvsComplaints(tree, awaited).complaints
  }

  beforeEach(() => {
    put('platform/permit.ts', 'export function permit() {}')
    put('app/server/access.test.ts', `// ASVS V8.3.1\n${shown}`)
  })

  test('are seventy of level 1 and 183 of level 2, each with its state', () => {
    expect(complaintsOf(bare())).toEqual([])
    expect(asvsComplaints(tree, []).counts).toEqual([
      'level 1: 1 met, 69 not applicable, 0 open',
      'level 2: 0 met, 175 not applicable, 8 open',
    ])
  })

  test.each<[what: string, change: (page: string) => string, complaint: string]>([
    ['a line that is missing', (whole) => whole.replace(/^\| V17\.3\.2 .*$/m, ''), 'level 2 has 182 lines'],
    ['a number that comes twice', (whole) => whole.replace('V17.3.2', 'V17.3.1'), 'V17.3.1 has two lines'],
    ['a state that is none', (whole) => whole.replace(met, met.replace('met', 'done')), '“done” is none of'],
    [
      'a met one without evidence',
      (whole) => whole.replace(met, '| V8.3.1 | 1 | met | The server decides | Of course |'),
      'names no evidence',
    ],
    [
      'a file that is not there',
      (whole) => whole.replace('platform/permit.ts', 'platform/gone.ts'),
      'platform/gone.ts is not there',
    ],
    [
      'a name that its file does not have',
      (whole) => whole.replace('(`permit`)', '(`allow`)'),
      'platform/permit.ts has no “allow”',
    ],
    [
      'a title that its file does not have',
      (whole) => whole.replace('gets what the table says', 'gets everything'),
      'app/server/access.test.ts has no test “gets everything”',
    ],
    [
      'a test file without a title',
      (whole) => whole.replace('`: gets what the table says', '`'),
      'app/server/access.test.ts is named without the title',
    ],
    [
      'one of level 1 that is open',
      (whole) => whole.replace(met, met.replace('met', 'open')),
      '1 of level 1 are open (V8.3.1)',
    ],
    [
      'a ninth of level 2 that is open',
      (whole) => whole.replace('| V17.3.2 | 2 | not applicable |', '| V17.3.2 | 2 | open |'),
      '9 of level 2 are open',
    ],
  ])('%s is named', (_, change, complaint) => {
    expect(complaintsOf(change(bare()))).toContainEqual(expect.stringContaining(complaint))
  })

  test.each<[what: string, tests: string, complaints: string[]]>([
    [
      'that does not name it',
      shown,
      [
        'V8.3.1: “gets what the table says” in app/server/access.test.ts has no comment // ASVS V8.3.1 directly above it',
      ],
    ],
    [
      'with a line between the comment and the test',
      `// ASVS V8.3.1\n\n${shown}`,
      [
        'V8.3.1: “gets what the table says” in app/server/access.test.ts has no comment // ASVS V8.3.1 directly above it',
        'app/server/access.test.ts:1: “// ASVS V8.3.1” is above no test',
      ],
    ],
    [
      'whose title stands only in a comment',
      '// gets what the table says',
      ['V8.3.1: app/server/access.test.ts has no test “gets what the table says”'],
    ],
    [
      'that is skipped',
      `// ASVS V8.3.1\n${shown.replace('test', 'test.skip')}`,
      ['V8.3.1: “gets what the table says” in app/server/access.test.ts is skipped'],
    ],
    [
      'within tests that are skipped',
      `describe.skip('callers', () => {\n  // ASVS V8.3.1\n  ${shown}\n})`,
      ['V8.3.1: “gets what the table says” in app/server/access.test.ts is skipped'],
    ],
    [
      'of which there are two',
      `// ASVS V8.3.1\n${shown}\n// ASVS V8.3.1\n${shown}`,
      ['V8.3.1: app/server/access.test.ts has 2 tests “gets what the table says”: cite more of the title'],
    ],
    [
      'that names a requirement whose line does not cite it',
      `// ASVS V8.3.1, V8.2.1\n${shown}`,
      ['app/server/access.test.ts:1: V8.2.1 does not cite “a stranger gets what the table says”'],
    ],
    [
      'beside one whose comment says something else',
      `// ASVS V8.3.1\n${shown}\n// ASVS: all of it\ntest('another', () => {})`,
      ['app/server/access.test.ts:3: “// ASVS: all of it” is above no test'],
    ],
  ])('a test %s is named', (_, tests, complaints) => {
    put('app/server/access.test.ts', tests)
    expect(complaintsOf(bare())).toEqual(complaints)
  })

  test('tests in a table or a loop are read by what is written of their title', () => {
    const title = '`${caller} gets what the table says`'
    for (const tests of [
      "test.each([\n  'a member',\n])('%s gets what the table says', () => {})",
      `describe.each(['a member'])('of %s', (caller) => {\n  // ASVS V8.3.1\n  it(${title}, () => {})\n})`,
      `for (const caller of ['a member'])\n  // ASVS V8.3.1\n  test(${title}, () => {})`,
    ]) {
      put('app/server/access.test.ts', tests.includes('ASVS') ? tests : `// ASVS V8.3.1\n${tests}`)
      expect([tests, complaintsOf(bare())]).toEqual([tests, []])
    }
  })

  test('one of level 1 that is said to be under way may be open, and is named once it is not', () => {
    expect(complaintsOf(bare().replace(met, met.replace('met', 'open')), ['V8.3.1'])).toEqual([])
    expect(complaintsOf(bare(), ['V8.3.1'])).toEqual([expect.stringContaining('V8.3.1 is open no longer')])
  })

  test('the script itself fails and names the line', () => {
    complaintsOf(bare().replace('platform/permit.ts', 'platform/gone.ts'))
    const { status, stderr } = run(process.execPath, [join(repository, 'tools/check-asvs.ts')])
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('V8.3.1: platform/gone.ts is not there'),
    })
  })
})

describe('expressions', () => {
  const breaches: [what: string, path: string, text: string][] = [
    [
      'a literal that backtracks',
      'core/contract/email.ts',
      String.raw`export const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/`,
    ],
    [
      'one in a function of the server',
      'platform/http/zeros.ts',
      String.raw`export const cut = (text: string) => text.replace(/0+$/, '')`,
    ],
    ['text given to RegExp', 'core/given.ts', "export const given = new RegExp('^(a+)+$')"],
    [
      'text put together from constants',
      'core/built.ts',
      String.raw`const titles = 'mr|mrs'\nexport const built = new RegExp(String.raw` + '`\\s*\\((?:${titles})`)',
    ],
    ['one that can’t be analysed', 'core/unread.ts', 'export const unread = /[\\p{L}--[a-z]]/v'],
  ]

  beforeEach(() => {
    put('core/phone.ts', String.raw`export const phone = /^\+234\d{10}$/`)
    put('core/quick.test.ts', 'export const slow = /(a+)+$/')
  })

  test('expressions that take linear time pass, and tests are not read', () => {
    expect(expressions()).toMatchObject({ status: 0, stdout: 'expressions: 1 read, 0 complaint(s)\n' })
  })

  test('each of another kind is named with its file and line', () => {
    for (const [, path, text] of breaches) put(path, text)
    const { status, stderr } = expressions()
    expect(status).toBe(1)
    expect(
      stderr
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(':')[0]),
    ).toEqual(breaches.map(([, path]) => path).toSorted())
  })

  test('an accepted one that is no longer there is named', () => {
    put('platform/files/plain-number.ts', 'export {}')
    expect(expressions()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('platform/files/plain-number.ts: /0+$/ is accepted'),
    })
  })

  test('reading no expression is a failure, not a success', () => {
    rmSync(join(tree, 'core/phone.ts'))
    expect(expressions()).toMatchObject({ status: 1 })
  })

  const expressions = () => run(process.execPath, [join(repository, 'tools/check-expressions.ts')])
})

const mistypings: [what: string, root: string, text: string, code: string][] = [
  ['a wrong type', 'core', "export const amount: number = 'ten'", 'TS2322'],
  ['the browser in the core', 'core', 'export const width = window.innerWidth', 'TS2304'],
  ['the machine in the contract', 'core/contract', "export { readFileSync } from 'node:fs'", 'TS2591'],
  ['an unchecked index', 'core', 'export const first = (all: number[]): number => all[0]', 'TS2322'],
]

describe('lint', () => {
  const breaches: [rule: string, path: string, text: string][] = [
    [
      'typescript(no-floating-promises)',
      'platform/a.ts',
      'async function save(): Promise<void> {}\nexport function forget() {\n  save()\n}',
    ],
    ['typescript(no-explicit-any)', 'platform/b.ts', 'export const loose: any = 1'],
    [
      'typescript(no-misused-promises)',
      'platform/c.ts',
      'export const is = (ready: Promise<boolean>) => (ready ? 1 : 2)',
    ],
    [
      'typescript(switch-exhaustiveness-check)',
      'core/d.ts',
      "export function d(is: 'a' | 'b') {\n  switch (is) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
    ],
    [
      'typescript(consistent-type-imports)',
      'core/e.ts',
      "import { Kobo } from './kobo.ts'\nexport const zero = 0 as Kobo",
    ],
    [
      'eslint(no-restricted-imports)',
      'features/accounting/books/rules/f.ts',
      "import { zero } from '../e.ts'\nexport const g = zero",
    ],
    ['import(no-default-export)', 'core/g.ts', 'export default 1'],
    ['eslint(no-console)', 'platform/h.ts', 'console.log(1)'],
    ['eslint(eqeqeq)', 'core/i.ts', 'export const same = (a: number, b: number) => a == b'],
    ['eslint(no-eval)', 'core/j.ts', "export const run = () => eval('1') as unknown"],
    ['eslint(max-lines-per-function)', 'core/k.ts', `export function long() {\n${'  Number(1)\n'.repeat(100)}}`],
    ['react(no-danger)', 'ui/L.tsx', "export const L = () => <p dangerouslySetInnerHTML={{ __html: '' }} />"],
    ['eslint(no-restricted-properties)', 'ui/M.tsx', "export const m = (at: Element) => (at.innerHTML = '')"],
    [
      'eslint(no-restricted-properties)',
      'features/loans/loans/web/N.tsx',
      'export const n = (amount: number) => amount.toFixed(2)',
    ],
    ['eslint(no-restricted-properties)', 'core/o.ts', 'export const o = (amount: number) => amount.toLocaleString()'],
  ]

  // ASVS V1.3.2, V3.2.2, V15.3.5
  test('every rule names its breach, and the formatter may format', () => {
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    put('core/kobo.ts', 'export type Kobo = number')
    put('ui/format.ts', 'export const shown = (amount: number) => amount.toLocaleString()')
    put('app/server/main.ts', "console.log('ready')")
    const all = [
      ...breaches,
      ...mistypings.map(
        ([, root, text, code], at) => [`typescript(${code})`, `${root}/mistyped-${at}.ts`, text] as const,
      ),
    ]
    for (const [, path, text] of all) put(path, `${text}\n`)
    const { status, stdout } = run(bin('oxlint'), [
      '--type-aware',
      '--type-check',
      '--format',
      'unix',
      'app',
      'core',
      'features',
      'platform',
      'ui',
    ])
    expect(status).toBe(1)
    const found = stdout.split('\n').filter((line) => line.includes(': '))
    for (const [rule, path] of all) {
      expect(found.filter((line) => line.includes(path)).join('\n'), path).toContain(rule)
    }
    expect(found.filter((line) => /format\.ts|main\.ts/.test(line))).toEqual([])
  })
})

describe('types', () => {
  test.each(mistypings)('%s is an error', (_, root, text, code) => {
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    put('core/money.ts', 'export {}')
    const path = put(`${root}/breach.ts`, text)
    const { status, stdout } = run(bin('tsc'), ['-b', root])
    expect(status).not.toBe(0)
    expect(stdout).toMatch(new RegExp(`${path.slice(tree.length + 1)}.*${code}`))
  })
})

describe('unused code', () => {
  test('a file and an export that nothing needs are named', () => {
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    put('app/server/main.ts', "import { used } from '#core/kept.ts'\nused()")
    put('core/kept.ts', 'export function used() {}\nexport function idle() {}')
    put('core/orphan.ts', 'export {}')
    const { status, stdout } = run(bin('knip'), ['--include', 'files,exports'])
    expect(status).toBe(1)
    expect(stdout).toContain('core/orphan.ts')
    expect(stdout).toContain('idle')
    expect(stdout).not.toMatch(/^used\b/m)
  })
})

function put(path: string, text: string): string {
  const full = join(tree, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return full
}

function bin(name: string): string {
  return join(repository, 'node_modules/.bin', name)
}

function run(command: string, args: string[]) {
  const PATH = `${join(repository, 'node_modules/.bin')}:${process.env.PATH}`
  return spawnSync(command, args, { cwd: tree, encoding: 'utf8', env: { ...process.env, PATH, NO_COLOR: '1' } })
}
