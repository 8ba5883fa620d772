import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoint } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, LoginId, MemberId, SessionId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { action, type Ask, askOf, memberAction, preparedAction, uploadAction } from './action.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/tx.ts'
import { routesOf } from './http/routes-of.ts'

const name = z.object({ name: z.string() })
const getBoat = endpoint({
  method: 'GET',
  path: '/boats/:name',
  summary: 'One boat.',
  access: 'member.read',
  params: name,
  reply: z.string(),
})
const moorBoat = endpoint({
  method: 'POST',
  path: '/boats/:name/moor',
  summary: 'Moors a boat.',
  access: 'signed_in',
  says: null,
  changes: [],
  params: name,
  reply: z.string(),
})
const drawBoat = endpoint({
  method: 'POST',
  path: '/boats/:name/picture',
  summary: 'Takes a picture of a boat.',
  access: 'member.read',
  says: null,
  changes: [],
  params: name,
  upload: { bytesMax: 10 },
  reply: z.string(),
})

const officer: TenantActor = {
  role: 'coop_admin',
  office: 'admin',
  cooperativeStatus: 'active',
  cooperativeId: crypto.randomUUID() as CooperativeId,
  memberId: undefined,
  loginId: crypto.randomUUID() as LoginId,
  sessionId: crypto.randomUUID() as SessionId,
  name: 'Officer',
}
const member: TenantActor = { ...officer, role: 'member', memberId: crypto.randomUUID() as MemberId }
// A quarter past midnight in Nigeria.
const askBy = (actor: TenantActor): Ask => askOf({} as Tx, actor, { now: new Date('2026-03-01T23:15:00Z') } as Context)

test('an action is given the day that it is in Nigeria, and another action calls it with its own ask', async () => {
  const boat = action(getBoat, async ({ today, actor }, input) => `${input.name} ${today} ${actor.name}`)
  const moored = action(moorBoat, async (ask, input) => `${await boat(ask, input)} moored`)
  expect(await moored(askBy(officer), { name: 'Zuma' })).toBe('Zuma 2026-03-02 Officer moored')
  expect([boat.endpoint, moored.endpoint]).toEqual([getBoat, moorBoat])
})

test('a member’s action is refused to an officer, before any of its work', async () => {
  const moored: (MemberId | undefined)[] = []
  const moor = memberAction(moorBoat, async ({ actor }) => {
    moored.push(actor.memberId)
    return 'moored'
  })
  await expect(moor(askBy(officer), { name: 'Zuma' })).rejects.toEqual(new Refusal('not_permitted'))
  expect(await moor(askBy(member), { name: 'Zuma' })).toBe('moored')
  expect(moored).toEqual([member.memberId])
})

test('what is thrown in an action comes out of it', async () => {
  const moor = action(moorBoat, async () => refuse('not_found'))
  await expect(moor(askBy(officer), { name: 'Zuma' })).rejects.toEqual(new Refusal('not_found'))
})

test('an upload is given what its reader made of the file', async () => {
  const draw = uploadAction(
    drawBoat,
    async ({ content }) => content.length,
    async (_ask, input) => `${input.name}: ${input.file + 1}`,
  )
  const file = await draw.read({ fileName: 'zuma.png', content: Buffer.from('12345') })
  expect(await draw(askBy(officer), { name: 'Zuma', file })).toBe('Zuma: 6')
})

test('an action is given what was prepared before it, or what another action prepared', async () => {
  const moor = preparedAction(
    moorBoat,
    async (actor, { name }) => `${actor.name} opens ${name}`,
    async (_ask, { prepared, berth = 1 }: { name: string; prepared: string; berth?: number }) =>
      `${prepared} at ${berth}`,
  )
  const prepared = await moor.prepare(officer, { name: 'Zuma' }, {} as Context)
  expect(await moor(askBy(officer), { name: 'Zuma', prepared, berth: 2 })).toBe('Officer opens Zuma at 2')
  expect(routesOf({ moor }).map((route) => route.endpoint)).toEqual([moorBoat])
})

test('the routes of a file are those of its actions, whatever else it exports', () => {
  const one = { getIt: action(getBoat, async () => ''), boatsMax: 4, nameOf: () => 'Zuma', moorBoat }
  const other = {
    moor: action(moorBoat, async () => ''),
    draw: uploadAction(
      drawBoat,
      async () => 1,
      async () => '',
    ),
  }
  expect(routesOf(one, other).map((route) => route.endpoint)).toEqual([getBoat, moorBoat, drawBoat])
})
