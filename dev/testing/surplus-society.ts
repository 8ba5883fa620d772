import { dayIn } from '#core/calendar.ts'
import type { TestApp } from './app.ts'
import { buildCooperative, buildMember, dataOf, type TestCooperative, type TestMember } from './builders.ts'

/** Kobo of naira, and naira of kobo, for a test's own arithmetic. */
export const kobo = (amount: number) => BigInt(Math.round(amount * 100))
export const naira = (amount: bigint) => Number(amount) / 100

/** A cooperative whose surplus is to be shared: its chart by code, and the account types of shares and of usual savings. */
export async function buildSurplusSociety(app: TestApp) {
  const cooperative = await buildCooperative(app)
  const { token } = cooperative
  const chart = (await app.call('GET', '/financial/accounts?limit=100', { token })).body.data
  const types = dataOf(await app.call('GET', '/financial/account-types', { token }))
  return {
    cooperative,
    accounts: new Map<string, string>(chart.map(({ id, code }: { id: string; code: string }) => [code, id])),
    savingsType: types.find(({ isDefault }: { isDefault: boolean }) => isDefault).id as string,
    sharesType: types.find(({ kind }: { kind: string }) => kind === 'shares').id as string,
  }
}

/** Members since before the year, by their first names. */
export async function buildNamed<Name extends string>(
  app: TestApp,
  cooperative: TestCooperative,
  names: readonly Name[],
): Promise<Record<Name, TestMember>> {
  const built: [Name, TestMember][] = []
  for (const firstName of names)
    built.push([firstName, await buildMember(app, cooperative, { firstName, registrationDate: '2024-06-01' })])
  return Object.fromEntries(built) as Record<Name, TestMember>
}

/** A general meeting of today that carried these resolutions. */
export async function holdGeneralMeeting(
  app: TestApp,
  { token }: TestCooperative,
  resolutions: readonly string[],
): Promise<string> {
  const date = dayIn(new Date())
  const meeting = { kind: 'annual_general', title: 'Annual general meeting', date, time: '10:00', place: 'The hall' }
  const { id } = dataOf(await app.call('POST', '/governance/meetings', { token, body: meeting }), 201)
  const minutes = {
    minutes: 'The accounts were read.',
    resolutions: resolutions.map((text) => ({ text, for: 20, against: 1, abstain: 0 })),
  }
  dataOf(await app.call('PUT', `/governance/meetings/${id}/minutes`, { token, body: minutes }))
  return id
}

/** The appropriation of the surplus of 2025 by a general meeting. Amounts in naira. */
export async function appropriateSurplus(
  app: TestApp,
  cooperative: TestCooperative,
  lines: readonly { accountId: string | undefined; amount: number }[],
): Promise<{ id: string; transactionId: string }> {
  const resolution = 'That the surplus be shared.'
  const meetingId = await holdGeneralMeeting(app, cooperative, [resolution])
  const body = { lines, meetingId, resolution }
  const { token } = cooperative
  return dataOf(await app.call('POST', '/financial/surpluses/2025-12-31/appropriation', { token, body }), 201)
}
