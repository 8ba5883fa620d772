import { expect, test } from 'vitest'
import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { smsParts, smsText } from '#features/access/messages/rules/sms-text.ts'
import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { Day, Period } from '#core/calendar.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { consentTexts } from '#features/loans/loans/rules/consent-texts.ts'
import { noticesOf } from '#features/loans/loans/rules/reminder.ts'
import { memberTexts } from '#features/members/members/rules/sms-texts.ts'
import { activationText } from '#features/members/members/rules/activation-text.ts'
import { contributionNotice } from '#features/savings/contributions/rules/contribution.ts'
import { movementNotice } from '#features/savings/transactions/rules/movement.ts'
import { kobo } from '#core/money.ts'
import { erasureTexts } from '#features/members/data-protection/rules/sms-texts.ts'
import { planSentence, registeredText } from '#features/platform-admin/cooperatives/rules/notice.ts'

const society = 'Federal Ministry of Works and Housing Staff Cooperative Thrift and Credit Society'
const firstName = 'Oluwatobilọ́ba'
const name = `${firstName} Adébáyọ̀-Ògúnlẹ́sì`
const officer = 'Chukwuemeka Nwachukwu-Okonkwo'
const membershipno = 'FMW-ABUJA12/00123'
const code = '12345678'
const loan = 'Emergency and school fees'
const principal = kobo(12_500_000_00)
const publicUrl = 'https://app.ajose.com.ng'
const member = { kind: 'member', name }
const cooperative = { kind: 'cooperative', name: society }
const asked = { borrower: name, loan, principal, society }
const linkUrl = `${publicUrl}/consent#${'x'.repeat(43)}`
const day = '2026-11-26' as Day

/** Every text that is made for an SMS and holds nothing that somebody wrote freely. */
const texts: Record<string, string[]> = {
  'password changed': [member, cooperative].map(loginTexts.passwordChanged),
  'password reset': [member, cooperative].map(loginTexts.passwordReset),
  'two steps on': [member, cooperative].map(loginTexts.twoStepsOn),
  'second factor ended': [
    loginTexts.secondFactorEnded(member, 'authenticator_removed'),
    loginTexts.secondFactorEnded(member, 'two_steps_off'),
  ],
  'factor added': [loginTexts.factorAdded(member, 'authenticator'), loginTexts.factorAdded(member, 'passkey')],
  'identity linked': [
    loginTexts.identityLinked(member, 'oluwatobiloba.adebayo-ogunlesi@example.gov.ng', 'National identity of Nigeria'),
  ],
  'proof code': [loginTexts.proofCode(member, code)],
  'portal opened': [loginTexts.portalOpened(society, name, membershipno)],
  'reset code': [member, cooperative].map((login) => loginTexts.resetCode(login, code)),
  'activation code': (['welcome', 'welcomeByNumber', 'phone', 'number', 'again'] as const).map((why) =>
    activationText(why, { society, firstName, membershipno, code, publicUrl }),
  ),
  'phone moved': [true, false].map((hasOther) => memberTexts.phoneMoved(officer, name, membershipno, hasOther)),
  'bank changed': [memberTexts.bankChanged(officer, membershipno, 'First City Monument Bank (FCMB)', '6789')],
  'nominees changed': [memberTexts.nomineesChanged(officer, membershipno)],
  'consent code': [consentTexts.code(asked, '123456')],
  'consent link': [consentTexts.link(asked, day, linkUrl)],
  'guarantee confirmed': [consentTexts.confirmed(asked, kobo(6_250_000_00)), consentTexts.confirmed(asked, kobo(0))],
  'letter recorded': [erasureTexts.letterRecorded(officer, name, membershipno)],
  registered: [registeredText(society, 'AJO-DEM234')],
}

test.each(Object.entries(texts))('%s is one SMS with the longest names', (_, made) => {
  for (const text of made) expect({ text, parts: smsParts(smsText(text)) }).toEqual({ text, parts: 1 })
})

test('a code, a number and an address are never cut, and short names neither', () => {
  // From whom it is and where it is used, whatever the code was made for.
  for (const text of texts['activation code'] ?? []) {
    expect(text).toMatch(new RegExp(`^${society.slice(0, 3)}.*ode ${code}\\b`))
    expect(text).toMatch(/https:\/\/app\.ajose\.com\.ng\/forgot-password\?activate=1$/)
  }
  expect(texts['consent link']?.[0]).toContain(linkUrl)
  expect(texts['consent code']?.[0]).toContain('123456')
  expect(loginTexts.resetCode({ kind: 'member', name: 'Ada Obi' }, code)).toBe(
    `Ajose: ${code} is the code to set a new password for the member login of Ada Obi. It works for 10 minutes. Share it with no one.`,
  )
  expect(oneSms((short) => `${'x'.repeat(145)} ${short('Oluwatobiloba Ade')}`)).toBe(`${'x'.repeat(145)} Oluwatobi...`)
})

/** What members read in the app too; the society's name is put before it, cut to what is left (platform.sms_text). */
const notices = [
  contributionNotice(principal, '2026-09' as Period),
  ...(['deposit', 'withdrawal', 'transfer', 'charge'] as const).flatMap((type) => [
    movementNotice(type, 'in', principal, 'Special target savings'),
    movementNotice(type, 'out', principal, 'Special target savings'),
  ]),
  ...noticesOf(
    ([0, 1, 30] as const).map((step) => ({
      loanId: `loan ${step}` as LoanId,
      number: 1,
      step,
      memberId: 'm' as MemberId,
      borrower: 'Oluwatobi Adebayo',
      loan: 'Emergency',
      on: day,
      amount: kobo(1_250_000_00),
      guarantors: [],
    })),
    day,
  ).map(({ message }) => message),
  planSentence('Market Women', { plan: 'trial', trialEndsOn: day } as never),
]

test.each(notices)('“%s” leaves room for the name of the society', (notice) => {
  expect(smsText(notice).length).toBeLessThanOrEqual(146)
})

test('no letter of a name, and no picture or sign, makes a message longer than its plain letters would', () => {
  const text = (name: string) => activationText('welcome', { society, firstName: name, membershipno, code, publicUrl })
  for (const [name, plain] of [
    ['Ɗanladi Ƙasimu', 'Danladi Kasimu'],
    ['Ƴaradua Ɓello', 'Yaradua Bello'],
    ['Saʼadatu', "Sa'adatu"],
    ['Ọ̀gẹ́ Ṣọlá', 'Oge Sola'],
    ['Ńgọ́zị', 'Ngozi'],
    ['Mǝlǝm Ŋgala', 'Melem Ngala'],
    ['Ada 👍🏽', 'Ada'],
  ] as const) {
    expect(smsText(name)).toBe(plain)
    expect([name, smsParts(smsText(text(name)))]).toEqual([name, smsParts(text(plain))])
  }
  expect(smsText('½ of № 3 × ₦5')).toBe('1/2 of No 3 x N5')
})
