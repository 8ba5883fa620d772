import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { buildCooperative, dataOf, newKey, newPhone } from '#server/testing/builders.ts'

test('profile', { timeout: 200_000 }, async () => {
  const app = await startTestApp()
  const c = await buildCooperative(app)
  const N = 10_000
  const phones = Array.from({ length: N }, () => newPhone())
  const run = async (path: string, csv: string) => {
    const f = dataOf(await app.call('POST', path, { token: c.token, file: { name: 'a.csv', content: Buffer.from(csv) } }), 201)
    const start = performance.now()
    dataOf(await app.call('POST', `/imports/${f.id}/post`, { token: c.token, key: newKey() }), 202)
    console.log('post request', performance.now() - start)
    for (;;) {
      const s = dataOf(await app.call('GET', `/imports/${f.id}`, { token: c.token }))
      if (s.status !== 'posting') { console.log(path, s.status, s.failure, performance.now() - start); break }
      const { rows } = await app.admin.query("select extract(epoch from now()-query_start)::numeric(8,2) t, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) q from pg_stat_activity where usename = 'coop_app' and state = 'active'")
      console.log(s.progress, JSON.stringify(rows))
      await wait(500)
    }
  }
  await run('/cooperatives/members/imports', 'First name,Last name,Phone\n' + phones.map((p, i) => `Ada,Obi${i},${p}`).join('\n'))
  await run('/financial/contributions/imports', 'Phone,Amount\n' + phones.map((p, i) => `${p},${i + 100}`).join('\n'))
  expect(1).toBe(1)
  await app.stop()
})
