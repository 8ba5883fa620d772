import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, buildOfficer, dataOf, loginMember } from '#server/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the cooperative’s own login takes no name of another officer, and the officers hear of each name that it takes', async () => {
  const society = await buildCooperative(app, { name: 'Unity Thrift' })
  const officer = await buildOfficer(app, society, { firstName: 'Bísí', lastName: 'Okon-Ọjọ́', office: 'treasurer' })
  await buildMember(app, society, { firstName: 'Sade', lastName: 'Saver' })
  const name = (given: string, post = 'treasurer') =>
    app.call('PUT', '/cooperatives/account-holder', { token: society.token, body: { name: given, post } })
  const notices = async () =>
    dataOf(await app.call('GET', '/notifications?limit=100', { token: officer.token }))
      .map(({ message }: { message: string }) => message)
      .filter((message: string) => message.includes('own login'))
  for (const given of ['Bísí Okon-Ọjọ́', 'bisi okon ojo', 'OJO-OKON, Bisi', 'Chief Bi\u200Bsi Okon Ojo'])
    expect((await name(given)).body, given).toMatchObject({
      status: 409,
      errors: [
        { field: 'name', message: 'Bísí Okon-Ọjọ́ is another officer of this cooperative. Enter your own name.' },
      ],
    })
  expect(await notices()).toEqual([])
  // Of a member who is no officer, of an officer whose office ended, and of themselves it is none.
  expect(dataOf(await name('Sade Saver', 'president')).actsAs).toBe('Sade Saver, president')
  dataOf(await name('Sade Saver', 'president'))
  expect(await notices()).toEqual([
    'What is done with the cooperative’s own login is now recorded as Sade Saver, president. Before, it was recorded as Unity Thrift. If that is not who uses it, ask them to enter their own name.',
  ])
  const chair = await buildMember(app, society, { firstName: 'Chair', lastName: 'Person', phone: society.phone })
  await loginMember(app, chair)
  const give = (id: string, role: string[]) =>
    app.call('PUT', `/cooperatives/members/${id}/roles`, {
      token: society.token,
      body: { roleIds: ['member', ...role] },
    })
  dataOf(await give(officer.id, []))
  dataOf(await give(chair.id, ['admin']))
  expect((await name('Chair Person')).status).toBe(200)
  expect((await name('Bisi Okon-Ojo')).status).toBe(200)
})
