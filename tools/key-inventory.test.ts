import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')
const [, inventory = ''] = /^## Keys and cryptography$([^]*?)^## /m.exec(text('docs/security/controls.md')) ?? []

/** Columns that are named as if they held a key, a token or a hash of one, and what they hold. */
const others: Record<string, string> = {
  'app.deduction_return file_hash': 'of a file, so that it is not taken twice',
  'app.loan_movement reference_key': 'a reference as people write it, in one form',
  'app.remembered_columns headings_hash': 'of the headings of a file',
  'app.transaction reference_key': 'a reference as people write it, in one form',
  'app.vote_confirmation result_hash': 'of a result that is public',
  'audit.seal_head hash': 'the end of the chain in audit.seal',
  'ledger.head hash': 'the end of the chain in ledger.entry',
}

// ASVS V11.1.2
test('each table that holds a key, a token or a hash of one is in the inventory of keys', () => {
  const schema = globSync('database/migrations/*.sql', { cwd: root }).toSorted().map(text).join('\n')
  const found = [...schema.matchAll(/^CREATE TABLE ([\w.]+) \(([^]*?)^\)/gm)].flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/(?:^ {2}|, )(\w+) (?:bytea|text)\b/gm)]
      .map(([, column = '']) => column)
      .filter((column) => /hash|sealed|secret|token|password|serial|_key$|_salt$/.test(column))
      .map((column) => `${table} ${column}`),
  )
  expect(found.length).toBeGreaterThan(40)
  const missing = found.filter((each) => !(each in others) && !inventory.includes(`\`${each.split(' ')[0]}\``))
  expect(missing).toEqual([])
  expect(Object.keys(others).filter((each) => !found.includes(each))).toEqual([])
})

// ASVS V11.1.2
test('each setting that is a secret is in the inventory of keys', () => {
  const settings = globSync('platform/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...text(file).matchAll(/^ +([A-Z][A-Z\d]*_[A-Z\d_]+): /gm)].map(([, name = '']) => name))
    .filter((name) => /SECRET|TOKEN|PASSWORD|HASH|KEY/.test(name) && name !== 'PASSWORD_MIN_LENGTH')
  expect(new Set(settings).size).toBeGreaterThan(15)
  // The second and third provider of identities are named together.
  const missing = settings.filter((name) => !/^OIDC_[23]_/.test(name) && !inventory.includes(`\`${name}\``))
  expect([...new Set(missing)]).toEqual([])
})
