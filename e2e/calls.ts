import { expect } from '@playwright/test'
import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import type { RunningServer } from './server.ts'

/**
 * A call as any client makes it, and what it answers. A refusal fails the test with its sentence. A bank account may be overdrawn:
 * what a test records is not what its society began with.
 */
export async function call<Data = Record<string, string>>(
  { url }: Pick<RunningServer, 'url'>,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<Data> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      [overdraftReasonHeader]: 'Overdraft%20of%20the%20sample',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { success, message, data } = (await response.json()) as { success: boolean; message: string; data: Data }
  expect(success, `${method} ${path}: ${message}`).toBe(true)
  return data
}

/** The newest code that came to this phone, which proves the login as well; no officer was shown it. */
export async function sentCode({ outbox }: Pick<RunningServer, 'outbox'>, phone: string | undefined): Promise<string> {
  const found = () =>
    /\b\d{8}\b/.exec(outbox().findLast(({ to, text }) => to === phone && /\b\d{8}\b/.test(text))?.text ?? '')?.[0]
  await expect.poll(found, { timeout: 15_000 }).toBeDefined()
  return found() ?? ''
}

/** The token of an officer's login. */
export async function officerToken(
  server: Pick<RunningServer, 'url'>,
  identifier = 'AJO-DEM234',
  password = 'sample-treasurer',
): Promise<string> {
  const { accessToken } = await call<{ accessToken: string }>(server, 'POST', '/cooperatives/login', undefined, {
    identifier,
    password,
  })
  return accessToken
}

/** Registers a cooperative and lets it begin; answers its identifier and the token of its login. */
export async function openSociety(
  server: Pick<RunningServer, 'url'>,
  { name, phone, password }: { name: string; phone: string; password: string },
): Promise<{ coopId: string; token: string }> {
  const { accessToken: admin } = await call(server, 'POST', '/super-admin/login', undefined, {
    identifier: 'superadmin',
    password: 'super-admin-of-the-test',
  })
  const { id, coop_id: coopId = '' } = await call(server, 'POST', '/cooperatives/register', undefined, {
    ...{ name, phone, password },
    confirmpassword: password,
  })
  await call(server, 'PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  return { coopId, token: await officerToken(server, coopId, password) }
}

/** Puts money into the cash box, as what the society had before: nothing is paid out of an empty one. */
export async function fundCash(
  server: Pick<RunningServer, 'url'>,
  token: string,
  { naira, on }: { naira: number; on: string },
): Promise<void> {
  const accounts = await call<{ id: string; code: string }[]>(server, 'GET', '/financial/posting-accounts', token)
  const idOf = (code: string) => accounts.find((account) => account.code === code)?.id
  await call(server, 'POST', '/financial/transactions', token, {
    type: 'journal',
    description: 'In the cash box',
    occurredOn: on,
    lines: [
      { accountId: idOf('1010'), debit: naira },
      { accountId: idOf('4910'), credit: naira },
    ],
  })
}
