import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, isReading } from '#core/contract/endpoint.ts'
import * as employers from '#features/payroll/employers/contract.ts'
import * as remittances from '#features/payroll/remittances/contract.ts'
import * as returns from '#features/payroll/returns/contract.ts'
import * as elements from '#features/payroll/returns/elements.ts'
import * as columns from '#features/payroll/returns/return-columns.ts'
import { payrollRoutes } from '#features/payroll/routes.ts'
import * as schedules from '#features/payroll/schedules/contract.ts'
import { LiveStreams } from '#platform/live/live-streams.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative } from '#dev/testing/builders.ts'
import { LiveReader } from '#dev/testing/live-reader.ts'

describe('another officer’s page of a payroll', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let acting: LiveReader
  let officer: LiveReader
  const contract = { ...employers, ...schedules, ...returns, ...remittances }
  const written = new Set<Endpoint>()

  beforeAll(async () => {
    app = await startTestApp(undefined, { live: new LiveStreams() })
    cooperative = await buildCooperative(app)
    const { coopId: identifier, password } = cooperative
    const login = await app.call('POST', '/cooperatives/login', { body: { identifier, password } })
    acting = await LiveReader.open(app.url, cooperative.token)
    officer = await LiveReader.open(app.url, dataOf(login).accessToken)
  })
  afterAll(async () => {
    acting.close()
    officer.close()
    await app.stop()
  })

  type Sent = { body?: object; file?: string; pages: readonly string[] }

  /** Makes a change, and waits until the other officer was told of these pages. */
  const write = async (endpoint: Endpoint, ids: Record<string, string>, { body, file, pages }: Sent) => {
    written.add(endpoint)
    await app.settled()
    const heard = officer.events.length
    const reply = await app.call(
      endpoint.method,
      endpoint.path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? ''),
      {
        token: cooperative.token,
        ...(body !== undefined && { body }),
        ...(file !== undefined && { file: { name: 'payroll.csv', content: Buffer.from(file) } }),
      },
    )
    const data = dataOf(reply, endpoint.status ?? 200)
    for (const page of pages) await officer.hearsOf(page, heard)
    return data
  }

  test('is told of every change of employers, schedules, returns and remittances, and the page that made it is not', async () => {
    const member = await buildMember(app, cooperative, { monthlyContributions: 5000 })
    const { membershipno } = dataOf(
      await app.call('GET', `/cooperatives/members/${member.id}`, { token: cooperative.token }),
    )
    const period = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
    const deductions = '/financial/deductions'

    const { id: employerId } = await write(
      contract.createEmployer,
      {},
      { body: { name: 'Ministry of Works', code: 'MW-7' }, pages: ['/financial/employers', '/financial/accounts'] },
    )
    const employer = `/financial/employers/${employerId}`
    await write(contract.updateEmployer, { employerId }, { body: { code: 'MW-8' }, pages: [employer] })
    const assigned = { membershipno, staffNumber: 'P1', from: '2025-02-01' }
    await write(
      contract.assignMembers,
      { employerId },
      { body: { rows: [assigned] }, pages: [`${employer}/members`, '/members', '/financial/contributions'] },
    )
    await write(
      contract.uploadEmployees,
      { employerId },
      { file: `Member no,Staff No.\n${membershipno},P1`, pages: [`${employer}/members`] },
    )
    await write(
      contract.updateMemberEmployer,
      { memberId: member.id },
      { body: { employerId, staffNumber: 'P2' }, pages: [`/financial/members/${member.id}/employer`] },
    )
    await write(contract.updateDeductionSettings, {}, { body: { levy: 200 }, pages: [`${deductions}/settings`] })

    const { id: scheduleId } = await write(
      contract.createSchedule,
      {},
      { body: { employerId, period }, pages: [`${deductions}/schedules`, '/cooperatives/statistics'] },
    )
    const schedule = `${deductions}/schedules/${scheduleId}`
    await write(contract.rebuildSchedule, { scheduleId }, { pages: [`${schedule}/lines`, `${schedule}/variations`] })
    await write(contract.sendSchedule, { scheduleId }, { pages: [schedule, employer] })
    const file = 'Ref,Taken\nP2,5200'
    const { headings } = await write(columns.readReturnHeadings, { scheduleId }, { file, pages: [] })
    const mapping = ['staffNumber', 'total']
    await write(columns.saveReturnColumns, { employerId }, { body: { headings, mapping }, pages: [employer] })
    const { id: returnId } = await write(contract.uploadReturn, { scheduleId }, { file, pages: [schedule] })
    const read = `${deductions}/returns/${returnId}`
    await write(
      elements.updateElement,
      { employerId },
      { body: { element: 'COOP EQTY', purpose: 'shares' }, pages: [`${employer}/elements`] },
    )
    await write(contract.updateReturn, { returnId }, { body: { employerSays: 5200 }, pages: [read, `${read}/lines`] })
    await write(contract.postReturn, { returnId }, { pages: [read, employer, '/financial/contributions'] })
    while (dataOf(await app.call('GET', read, { token: cooperative.token })).status !== 'posted') await wait(30)

    const money = [`${schedule}/remittances`, schedule, employer, '/financial/reconciliation', '/financial/dashboard']
    await write(contract.recordRemittance, { scheduleId }, { body: { amount: 5200 }, pages: money })
    const [{ id: remittanceId }] = dataOf(
      await app.call('GET', `${schedule}/remittances`, { token: cooperative.token }),
    )
    const reason = { reason: 'Wrong month' }
    await write(contract.reverseRemittance, { remittanceId }, { body: reason, pages: money })
    await write(
      contract.reverseReturn,
      { returnId },
      { body: reason, pages: [read, schedule, '/financial/transactions', '/financial/held-money', '/members'] },
    )

    const writes = payrollRoutes.map(({ endpoint }) => endpoint).filter((endpoint) => !isReading(endpoint))
    expect(writes.filter((endpoint) => !written.has(endpoint)).map(({ path }) => path)).toEqual([])
    expect(acting.events.flat().filter((topic) => topic.startsWith('financial/employers'))).toEqual([])
  })
})
