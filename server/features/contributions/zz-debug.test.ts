import pg from 'pg'
import { test } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { buildCooperative, dataOf, newPhone } from '#server/testing/builders.ts'
test('x', { timeout: 120000 }, async () => {
  const app = await startTestApp()
  const own = await buildCooperative(app)
  const numbers: string[] = []
  for (let part = 0; part < 2; part += 1) {
    const member = Array.from({ length: 5000 }, (_, n) => ({ firstName: `First${n}`, lastName: `Last${n}`, phone: newPhone(), registrationDate: '2025-01-01' }))
    for (const { membershipno } of dataOf(await app.call('POST', '/cooperatives/members', { token: own.token, body: { member } }), 201)) numbers.push(membershipno)
  }
  const c = new pg.Client({ connectionString: app.adminUrl })
  await c.connect()
  let done = false
  const call = app.call('POST', '/financial/contributions/bulk', { token: own.token, body: { rows: numbers.map((membershipno) => ({ membershipno, amount: 1000.01 })) } }).then((r) => { done = true; console.log(r.text) })
  const began = Date.now()
  while (!done) {
    await new Promise((r) => setTimeout(r, 500))
    const { rows } = await c.query("select left(query, 300) as q, now() - query_start as t, state from pg_stat_activity where usename = 'coop_app' and state = 'active'")
    console.log(Date.now() - began, rows.map((r) => r.q.replaceAll(/\s+/g, ' ').slice(0, 200)))
  }
  await call
  await c.end()
  await app.stop()
})
