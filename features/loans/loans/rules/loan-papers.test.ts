import { describe, expect, test } from 'vitest'
import type { LoginId } from '#core/ids.ts'
import { papersMax, whyNotAddPaper, whyNotRemovePaper } from './loan-papers.ts'

const [own, another] = ['own' as LoginId, 'another' as LoginId]
const member = { role: 'member', loginId: own } as const
const officer = { role: 'coop_admin', loginId: own } as const

describe('a paper of a loan', () => {
  test('is added by the borrower while their application waits, by an officer at any time, up to twelve', () => {
    expect(whyNotAddPaper(member, { status: 'submitted', papers: papersMax - 1 })).toBeUndefined()
    expect(whyNotAddPaper(officer, { status: 'active', papers: 0 })).toBeUndefined()
    expect(whyNotAddPaper(member, { status: 'written_off', papers: 0 })).toMatchObject({
      message: 'loan_papers_closed',
      detail: { status: 'written off' },
    })
    expect(whyNotAddPaper(officer, { status: 'submitted', papers: papersMax })).toMatchObject({
      message: 'loan_papers_too_many',
      detail: { max: 12 },
    })
  })

  test('is removed by the borrower who added it, or by any officer, once', () => {
    const paper = { status: 'submitted', addedBy: own, isRemoved: false, isConsent: false } as const
    expect(whyNotRemovePaper(member, paper)).toBeUndefined()
    expect(whyNotRemovePaper(officer, { ...paper, status: 'active', addedBy: another })).toBeUndefined()
    expect(whyNotRemovePaper(member, { ...paper, status: 'approved' })).toMatchObject({
      message: 'loan_papers_closed',
      detail: { status: 'approved' },
    })
    expect(whyNotRemovePaper(member, { ...paper, addedBy: another })).toMatchObject({
      message: 'loan_paper_of_another',
    })
    expect(whyNotRemovePaper(officer, { ...paper, isConsent: true })).toMatchObject({
      message: 'loan_paper_is_consent',
    })
    expect(whyNotRemovePaper(officer, { ...paper, isRemoved: true })).toMatchObject({ code: 'loan_paper_removed' })
  })
})
