import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

/**
 * What a spreadsheet runs, or may run where people type wide characters or a program folds small ones and drops what can't be
 * seen: by number, as the Unicode charts have them.
 */
const narrow = [0x3d, 0x2b, 0x2d, 0x40]
const folded = [0xff1d, 0xff0b, 0xff0d, 0xff20, 0xfe66, 0xfe62, 0xfe63, 0xfe6b, 0x2212]
// A byte order mark (U+FEFF) at the start of a text is trimmed when it is entered.
const unseen = [0x200b, 0x200c, 0x200d, 0x2060, 0xad]
const signs = [...[...narrow, ...folded].map((sign) => [sign]), ...unseen.map((each) => [each, 0x3d])].map((codes) =>
  String.fromCodePoint(...codes),
)
const formulaOf = (sign: string) => `${sign}HYPERLINK("https://evil.example"; "Paid")`

const cellsOf = (csv: string): string[] => (parse(csv, { bom: true }) as string[][]).flat()

// ASVS V1.3.3
test('no file for a spreadsheet has a cell that begins with a sign of a formula, narrow, wide, small or behind what can’t be seen, and each text is in it', async () => {
  const society = await buildCooperative(app)
  const other = await buildCooperative(app)
  const superAdmin = await app.superAdminToken()
  for (const [n, sign] of signs.entries()) {
    await buildMember(app, society, { firstName: formulaOf(sign), lastName: 'Obi' })
    dataOf(
      await app.call('PUT', `/cooperatives/update/${other.id}`, {
        token: superAdmin,
        body: { status: n % 2 === 0 ? 'suspended' : 'active', reason: formulaOf(sign) },
      }),
    )
  }
  const files = [
    [`/platform/audit-events/csv?cooperativeId=${other.id}`, superAdmin],
    ['/financial/reports/members-register?format=csv', society.token],
  ] as const
  for (const [path, token] of files) {
    const reply = await app.call('GET', path, { token })
    expect([path, reply.status]).toEqual([path, 200])
    const cells = cellsOf(reply.text)
    expect(cells.filter((cell) => signs.some((sign) => cell.startsWith(sign)))).toEqual([])
    for (const sign of signs) expect(cells.some((cell) => cell.startsWith(`'${formulaOf(sign)}`))).toBe(true)
  }
})
