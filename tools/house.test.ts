import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#app/server/app.ts'
import { atCommit, businessesTogether, importLinesOf, rowsOfHouse } from './house.ts'

const files = {
  'core/sum.ts': 'export const sum = (a: number, b: number) => a + b\n',
  'core/sum.test.ts': "import { sum } from './sum.ts'\n\nsum(1, 2)\n",
  'e2e/sum.ts': 'export const seen = 3\n',
  'platform/db/store.ts': "import {\n  sum,\n} from '#core/sum.ts'\nimport './side.ts'\n\nsum(1, 2)\n",
  'platform/side.ts': '\n',
  'ui/sum.css': 'b {\n}\n',
  'docs/changes.md': "# Changes\n\n## A text in a member's record\n\n- `core/sum.ts`, `ui/sum.css`: both\n",
  'README.md': 'Not counted.\n',
}

function planted(): string {
  const root = mkdtempSync(join(tmpdir(), 'ajose-planted-house-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const shown = (rows: ReturnType<typeof rowsOfHouse>) => Object.fromEntries(rows.map(({ what, now }) => [what, now]))

test('product and tests are counted apart, and what can’t be counted says so', () => {
  const rows = shown(rowsOfHouse(planted(), Object.keys(files)))
  expect(rows).toMatchObject({
    'product: lines': '10',
    'tests: lines': '4',
    endpoints: 'not counted',
    'tokens an endpoint': 'not counted',
    'import lines a server file, mean': '2.0',
    'files to touch: a text in a member’s record': '2',
    'heaviest page, KiB of JavaScript': 'not built',
  })
  expect(Number(rows['product: tokens'])).toBeGreaterThan(30)
})

test('a commit is counted as it was, whatever the checkout holds now', () => {
  const root = planted()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], { cwd: root })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Before')
  writeFileSync(join(root, 'core/sum.ts'), '\n'.repeat(500))
  expect(shown(atCommit(root, 'HEAD', rowsOfHouse))).toMatchObject({ 'product: lines': '10', 'tests: lines': '4' })
})

test('the endpoints are those that the server serves', () => {
  expect(shown(rowsOfHouse(process.cwd(), []))['endpoints']).toBe(String(routes.length))
})

test('an import counts with all its lines, and a text that speaks of one does not', () => {
  const text =
    "import a from 'a'\nimport type {\n  B,\n  C,\n} from './b.ts'\nimport 'c'\n\nconst hint = `\nimports a from 'z'`\n"
  expect(importLinesOf(text)).toBe(6)
})

test('a business lives in one folder once a feature of it has contract, rules, server and web there', () => {
  const whole = ['contract.ts', 'rules/rate.ts', 'server/actions.ts', 'web/LoanPage.tsx']
  const of = (feature: string, parts: readonly string[]) => parts.map((part) => `features/${feature}/${part}`)
  expect(businessesTogether(of('loans/goods', whole.slice(1))).now).toBe('0')
  expect(businessesTogether([...of('loans/goods', whole), ...of('savings/interest', whole.slice(0, 2))]).now).toBe(
    '1: loans',
  )
})
