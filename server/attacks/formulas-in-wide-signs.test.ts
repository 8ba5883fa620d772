import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf } from '#server/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** What a spreadsheet runs, or may run where people type wide characters: by number, as the Unicode charts have them. */
const signs = [0x3d, 0x2b, 0x2d, 0x40, 0xff1d, 0xff0b, 0xff0d, 0xff20].map((code) => String.fromCodePoint(code))
const formulaOf = (sign: string) => `${sign}HYPERLINK("https://evil.example"; "Paid")`

const cellsOf = (csv: string): string[] => (parse(csv, { bom: true }) as string[][]).flat()

// ASVS V1.3.3
test('no file for a spreadsheet has a cell that begins with a sign of a formula, narrow or wide, and each text is in it', async () => {
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
