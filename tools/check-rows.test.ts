import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seen, SeenStatement } from '#dev/testing/seen-rows.ts'
import { mergeSeen, rowComplaints } from './check-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'ajose-rows-'))
const config = join(folder, 'platform/tsconfig.json')

const code = `
class Statement { strings: readonly string[] = [] }
declare function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement
export class Tx {
  declare many: <Row extends object>(statement: Statement) => Promise<Row[]>
  declare maybe: <Row extends object>(statement: Statement) => Promise<Row | undefined>
  declare one: <Row extends object>(statement: Statement) => Promise<Row>
}
type Kobo = bigint & { readonly unit: 'kobo' }
type Joined<Columns> = Columns | { [Name in keyof Columns]: null }
type Member = { name: string; status: 'active' | 'left'; born: string | null }
const ofMember = sql\`name, status, born from member\`
const balancesOf = (id: string) => sql\`select balance from account where member_id = \${id}\`

export const member = (tx: Tx) => tx.maybe<Member>(sql\`select \${ofMember} where member_id = \${'id'}\`)
export const balance = (tx: Tx) => tx.one<{ balance: Kobo }>(balancesOf('id'))
export const parts = (tx: Tx) => tx.many<{ parts: { amount: Kobo; on: Date | null }[] }>(sql\`select parts from loan\`)
export const reversal = (tx: Tx) =>
  tx.many<{ on: string } & Joined<{ reason: string; by: string }>>(sql\`select occurred_on as on, reason, by from movement\`)
type List<Row> = { select: Statement; from: Statement | (() => Statement); row?: (row: Row) => unknown }
declare function pageOf<Row = { id: string; opened: string }>(endpoint: string, list: List<Row>): void
pageOf('groups', { select: sql\`g.id, g.opened\`, from: () => sql\`savings_group g\` })
export const held = async (tx: Tx) => (await tx.maybe(sql\`select true as held from member for update\`)) !== undefined
`

const texts = {
  member: 'select name, status, born from member where member_id = $1',
  balance: 'select balance from account where member_id = $1',
  parts: 'select parts from loan',
  reversal: 'select occurred_on as on, reason, by from movement',
  groups: 'select g.id, g.opened from savings_group g where true order by g.id limit $1 offset $2',
  held: 'select true as held from member for update',
}

const nothing: Seen = { kinds: [], words: [], objects: 0, keys: {} }
const of = (...kinds: string[]): Seen => ({ ...nothing, kinds })
const words = (...all: string[]): Seen => ({ ...nothing, kinds: ['string'], words: all })
const list = (keys: Record<string, Seen>, times = 1): Seen => ({
  ...of('array'),
  items: {
    ...of('object'),
    objects: 1,
    keys: Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, { times, value }])),
  },
})

const right: Record<keyof typeof texts, Record<string, Seen>> = {
  member: { name: of('string'), status: words('active', 'left'), born: of('string', 'null') },
  balance: { balance: of('bigint') },
  parts: { parts: list({ amount: of('bigint'), on: of('Date', 'null') }) },
  reversal: { on: of('string'), reason: of('string', 'null'), by: of('string', 'null') },
  groups: { id: of('string'), opened: of('string') },
  held: { held: of('boolean') },
}

const complain = (changed: Partial<typeof right> = {}, isWhole = true) => {
  const seen = Object.entries({ ...right, ...changed }).map(([name, columns]): SeenStatement => ({
    text: texts[name as keyof typeof texts],
    columns,
  }))
  return rowComplaints(config, seen, { isWhole }).complaints.map((each) =>
    each.replace(/^platform\/rows\.ts:\d+: /, ''),
  )
}

beforeAll(() => {
  mkdirSync(join(folder, 'platform'))
  writeFileSync(join(folder, 'platform/rows.ts'), code)
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { strict: true, target: 'es2024', lib: ['es2024'], types: [] }, include: ['.'] }),
  )
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('rows', () => {
  it('agree with their types, through spliced statements, functions and columns of a left join', () => {
    expect(complain()).toEqual([])
  })

  it('are refused where a column can be null and its type says it can not', () => {
    expect(complain({ member: { ...right.member, name: of('string', 'null') } })).toEqual([
      '“name” is null in the database and string in the type',
    ])
  })

  it('are refused where kobo came as a number or as text', () => {
    expect(complain({ balance: { balance: of('string') } })).toEqual([
      '“balance” is string in the database and bigint in the type',
    ])
    expect(complain({ parts: { parts: list({ amount: of('number'), on: of('Date') }) } })).toEqual([
      '“parts[].amount” is number in the database and bigint in the type',
    ])
  })

  it('are refused for a date that JSON turned into text, and a key that is missing in some', () => {
    expect(complain({ parts: { parts: list({ amount: of('bigint'), on: of('string') }) } })).toEqual([
      '“parts[].on” is string in the database and null or Date in the type',
    ])
    expect(complain({ parts: { parts: list({ amount: of('bigint'), on: of('Date') }, 0) } })).toEqual([
      '“parts[]” has no “amount” in the database',
      '“parts[]” has no “on” in the database',
    ])
  })

  it('are refused for a word that the type does not list', () => {
    expect(complain({ member: { ...right.member, status: words('active', 'suspended') } })).toEqual([
      "“status” is 'suspended', which the type does not list",
    ])
  })

  it('are refused where a column is missing or one too many', () => {
    const { born: _, ...withoutBorn } = right.member
    expect(complain({ member: withoutBorn })).toEqual(['the type has “born”, which the statement does not select'])
    expect(complain({ balance: { balance: of('bigint'), free: of('bigint') } })).toEqual([
      'the statement selects “free”, which the type does not have',
    ])
  })

  it('are refused where a list selects what its row does not have', () => {
    expect(complain({ groups: { id: of('string'), opened: of('Date') } })).toEqual([
      expect.stringMatching(/select: “opened” is Date in the database and string in the type$/),
    ])
  })

  it('must each be run by a test, where all tests ran', () => {
    const { held: _, ...others } = right
    const seen = Object.entries(others).map(([name, columns]) => ({ text: texts[name as keyof typeof texts], columns }))
    const complaintsOf = (isWhole: boolean) => rowComplaints(config, seen, { isWhole }).complaints
    expect(complaintsOf(true)).toEqual([expect.stringMatching(/^platform\/rows\.ts:\d+: no test runs this statement$/)])
    expect(complaintsOf(false)).toEqual([])
  })

  it('that several processes saw count together', () => {
    const text = texts.member
    const merged = mergeSeen([
      { text, columns: { name: words('Ada') } },
      { text, columns: { name: { ...words('Bola'), kinds: ['string', 'null'] } } },
    ])
    expect(merged).toEqual([
      { text, columns: { name: { ...nothing, kinds: ['string', 'null'], words: ['Ada', 'Bola'] } } },
    ])
  })
})
