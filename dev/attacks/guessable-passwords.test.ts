import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, superAdminLogin, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  lastCode,
  loginMember,
  newPhone,
  resetPassword,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const common = 'Password is one of the most common ones. Choose one that others would not guess.'
const personal = (what: string) => `Password must not contain ${what}. Choose one that others would not guess.`
const name = 'Ìrẹ̀pọ̀ Staff Multi-Purpose Cooperative'

/** What anybody tries first, and what is said of it. */
const guessable: [string, string][] = [
  ['        ', 'Password must contain more than spaces'],
  ['password123', common],
  ['PassWord123', common],
  ['12345678910', common],
  [' iloveyou ', common],
  ['nigeria123', common],
  ['000000000000000', common],
  ['my-ajose-money', personal('the name Ajose')],
  ['ÀJỌṢE-2026-ok', personal('the name Ajose')],
]

const ofCooperative: [string, string][] = [
  ['irepo staff multi-purpose cooperative', personal('the name of the cooperative')],
  ['IrepoStaffMultiPurposeCooperative1', personal('the name of the cooperative')],
  ['Ìrẹ̀pọ̀-2026', personal('the name of the cooperative')],
]

const ofPerson: [string, string][] = [
  ['folasade-is-rich', personal('your name')],
  ['FOLÁṢADÉ1990', personal('your name')],
  ['mrs.oni.1990', personal('your name')],
]

const ofPhone = (phone: string): [string, string][] => [
  [phone, personal('your phone number')],
  [`0${phone.slice(4)}`, personal('your phone number')],
  [`my ${phone.slice(4, 7)} ${phone.slice(7, 10)} ${phone.slice(10)}`, personal('your phone number')],
]

describe('guessable passwords', () => {
  let app: TestApp
  let cooperative: TestCooperative
  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app, { name })
  })
  afterAll(() => app.stop())

  type Try = (password: string) => ReturnType<TestApp['call']>
  type Answer = [password: string, status: number, errors: { field: string; message: string }[] | undefined]
  // "Oni" is part of "onions", and the trade is no one's name.
  const harmless = 'staff-eat-onions'
  /** What each password gets, and last one that no one would guess. */
  async function answers(tryWith: Try, refused: readonly [string, string][]): Promise<Answer[]> {
    const got: Answer[] = []
    for (const password of [...refused.map(([each]) => each), harmless]) {
      const { status, body } = await tryWith(password)
      got.push([password, status, body.errors])
    }
    return got
  }
  const refusedAtTheField = (refused: readonly [string, string][], status = 200): Answer[] => [
    ...refused.map(([password, message]): Answer => [password, 422, [{ field: 'password', message }]]),
    [harmless, status, undefined],
  ]
  const newMember = () => buildMember(app, cooperative, { firstName: 'Foláṣadé', lastName: 'Oni' })
  const resetWith =
    (identifier: string, code: string): Try =>
    (password) =>
      resetPassword(app, identifier, code, password)
  const askCode = async (identifier: string, phone: string) => {
    dataOf(await app.call('POST', '/auth/forgot-password', { body: { identifier } }))
    return lastCode(app, phone)
  }
  const changeWith =
    (token: string, currentPassword: string): Try =>
    (password) =>
      app.call('POST', '/auth/change-password', {
        token,
        body: { currentPassword, password, confirmPassword: password },
      })

  // ASVS V6.2.4, V6.2.12
  test('a guessable password is refused when a cooperative registers', async () => {
    const phone = newPhone()
    const refused = [...guessable, ...ofCooperative, ...ofPhone(phone)]
    const register: Try = (password) =>
      app.call('POST', '/cooperatives/register', { body: { name, phone, password, confirmpassword: password } })
    expect(await answers(register, refused)).toEqual(refusedAtTheField(refused, 201))
  })

  test('a guessable password is refused when a member activates, and the code still works', async () => {
    const { phone, activationCode } = await newMember()
    const refused = [...guessable, ...ofCooperative, ...ofPerson, ...ofPhone(phone)]
    expect(await answers(resetWith(phone, activationCode), refused)).toEqual(refusedAtTheField(refused))
  })

  test('a guessable password is refused when a member sets a new one with a code that was asked for', async () => {
    const member = await newMember()
    await loginMember(app, member)
    const refused = [...guessable, ...ofCooperative, ...ofPerson, ...ofPhone(member.phone)]
    expect(await answers(resetWith(member.phone, await askCode(member.phone, member.phone)), refused)).toEqual(
      refusedAtTheField(refused),
    )
  })

  test('a guessable password is refused when a cooperative sets a new one with a code', async () => {
    const { coopId, phone } = await buildCooperative(app, { name })
    const refused = [...guessable, ...ofCooperative, ...ofPhone(phone)]
    expect(await answers(resetWith(coopId, await askCode(coopId, phone)), refused)).toEqual(refusedAtTheField(refused))
  })

  // ASVS V6.2.11, V6.2.12
  test('a guessable password is refused when a member or a cooperative changes it', async () => {
    const member = await newMember()
    const ofMember = [...guessable, ...ofCooperative, ...ofPerson, ...ofPhone(member.phone)]
    expect(await answers(changeWith(await loginMember(app, member), 'member-password'), ofMember)).toEqual(
      refusedAtTheField(ofMember),
    )
    const { token, password, phone } = await buildCooperative(app, { name })
    const refused = [...guessable, ...ofCooperative, ...ofPhone(phone)]
    expect(await answers(changeWith(token, password), refused)).toEqual(refusedAtTheField(refused))
  })

  test('a guessable password is refused when the super administrator changes it', async () => {
    const refused: [string, string][] = [
      [' '.repeat(12), 'Password must contain more than spaces'],
      ['000000000000000', common],
      ['my-ajose-money', personal('the name Ajose')],
      [`${superAdminLogin.username}-2026`, personal('your name')],
      ['xK4-tree-9', 'Password must be at least 12 characters'],
    ]
    expect(await answers(changeWith(await app.superAdminToken(), superAdminLogin.password), refused)).toEqual(
      refusedAtTheField(refused),
    )
  })

  test('a stranger without the code learns no one’s name from a refused password', async () => {
    const { phone, activationCode } = await newMember()
    const wrongCode = String((Number(activationCode) + 1) % 100_000_000).padStart(8, '0')
    const { body } = await resetWith(phone, wrongCode)('folasade-is-rich')
    expect(body.errors).toEqual([{ field: 'code', message: 'This code is wrong, used or expired. Ask for a new one.' }])
  })

  test('a published password of the sample cooperative can be set nowhere else', async () => {
    const { phone, activationCode } = await newMember()
    app.services.sampleIsOpen = false
    try {
      expect((await resetWith(phone, activationCode)('sample-member')).body.message).toBe(common)
    } finally {
      app.services.sampleIsOpen = true
    }
  })
})
