import { describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { guaranteeStatuses, whyNotAccept, whyNotAnswer, whyNotGuaranteedYet } from './guarantee.ts'
import { loanStatuses } from './loan.ts'

const asked = {
  status: 'asked',
  loanStatus: 'submitted',
  inPlace: false,
  toHold: kobo(100_000),
  isUnindebtedWanted: true,
} as const
const guarantor = { isActive: true, owes: kobo(0), free: kobo(100_000) }

describe('a guarantor', () => {
  test('may accept what their free savings just reach, and owes nothing where that is asked', () => {
    expect(whyNotAccept(asked, guarantor)).toBeUndefined()
    expect(whyNotAccept({ ...asked, isUnindebtedWanted: false }, { ...guarantor, owes: kobo(1) })).toBeUndefined()
  })

  test.each([
    [{ status: 'accepted' }, {}, { message: 'guarantee_answered', detail: { status: 'accepted' } }],
    [{ loanStatus: 'rejected' }, {}, { message: 'guarantee_not_wanted' }],
    [{}, { isActive: false }, { message: 'guarantor_may_not_stand' }],
    [{}, { owes: kobo(1) }, { message: 'guarantor_indebted', detail: { owes: '₦0.01' } }],
    [{}, { free: kobo(99_999) }, { message: 'guarantee_above_free', detail: { needed: '₦1,000.00', free: '₦999.99' } }],
  ] as const)('is refused with %o %o', (ask, of, refusal) =>
    expect(whyNotAccept({ ...asked, ...ask }, { ...guarantor, ...of })).toMatchObject(refusal),
  )

  test('answers once, and while the loan still asks', () => {
    const answers = guaranteeStatuses.map(
      (status) => whyNotAnswer({ status, loanStatus: 'submitted', inPlace: false })?.detail['status'],
    )
    expect(answers).toEqual([undefined, 'accepted', 'declined', 'replaced'])
    const asking = (inPlace: boolean) =>
      loanStatuses.filter((loanStatus) => !whyNotAnswer({ status: 'asked', loanStatus, inPlace }))
    expect(asking(false)).toEqual(['submitted', 'approved', 'active'])
    // Of a loan that has ended, who is asked in another's place, so that what ended it can be reversed.
    expect(asking(true)).toEqual(['submitted', 'approved', 'active', 'completed', 'written_off'])
  })
})

describe('a loan that is guaranteed', () => {
  const guarantees = { required: 2, accepted: 2, cover: kobo(500_000), covered: kobo(500_000) }

  test('may be approved with as many as are required and the cover to the kobo', () => {
    expect(whyNotGuaranteedYet(guarantees)).toEqual([])
    expect(whyNotGuaranteedYet({ ...guarantees, accepted: 3, covered: kobo(500_001) })).toEqual([])
  })

  test('is told both what is missing in guarantors and in cover', () => {
    expect(whyNotGuaranteedYet({ ...guarantees, accepted: 1, covered: kobo(499_999) })).toMatchObject([
      { code: 'guarantors_not_agreed', detail: { field: 'guarantors', required: 2, accepted: 1 } },
      {
        message: 'guarantors_cover_too_little',
        detail: { field: 'guarantors', cover: '₦5,000.00', covered: '₦4,999.99' },
      },
    ])
  })
})
