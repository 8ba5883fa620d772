import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative } from '#dev/testing/builders.ts'

const runbook = readFileSync(new URL('../docs/breach-runbook.md', import.meta.url), 'utf8')
const statements = [...runbook.matchAll(/`((?:select|update|delete) [^`]+)`/g)].map(([, text = '']) => text)

describe('the breach runbook', () => {
  let app: TestApp
  let id: string
  beforeAll(async () => {
    app = await startTestApp()
    ;({ id } = await buildCooperative(app))
  })
  afterAll(() => app.stop())

  test('has statements, and each of them ends in a semicolon, as psql waits for one', () => {
    expect(statements.length).toBeGreaterThan(10)
    expect(statements.filter((each) => !each.endsWith(';'))).toEqual([])
  })

  test.each(statements)('has a statement that this database takes: %s', async (statement) => {
    const whole = statement.replaceAll(/> '…'/g, "> '2026-11-01'").replaceAll("'…'", `'${id}'`)
    await app.admin.query('begin')
    try {
      await expect(app.admin.query(whole)).resolves.toBeDefined()
    } finally {
      await app.admin.query('rollback')
    }
  })
})
