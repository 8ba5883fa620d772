import * as contract from '#contract/society/deductions.ts'
import type { Replied } from '#contract/endpoint.ts'
import { zeroKobo } from '#domain/money.ts'
import { type Answer, inside, paged } from '#web/demonstration/answering.ts'
import { findMember } from './society.ts'
import { components } from '#domain/society/deductions/words.ts'

const nothing = { days0to30: zeroKobo, days31to60: zeroKobo, days61to90: zeroKobo, daysOver90: zeroKobo }

/** The sample society works with no employer: its lists would need files, which only the server reads. */
export const deductionAnswers: readonly Answer[] = [
  inside(contract.listEmployers, (_place, input) => {
    const none: Replied<typeof contract.listEmployers>[] = []
    return paged(none, input, { name: (row) => row.name, members: (row) => row.members, owed: (row) => row.owed }, 'name', { owed: zeroKobo, ageing: nothing })
  }),
  inside(contract.getMemberEmployer, (place, { memberId }) => {
    findMember(place, memberId, 'memberId')
    return null
  }),
  inside(contract.getDeductionSettings, () => ({ allocationOrder: [...components], creditOn: 'deduction' as const, levy: zeroKobo, levyCode: '3240' as const, arrears: false, missedSavings: 'none' as const })),
  inside(contract.listSchedules, (_place, input) => {
    const none: Replied<typeof contract.listSchedules>[] = []
    const sums = { total: zeroKobo, deducted: zeroKobo, remitted: zeroKobo, owed: zeroKobo }
    return paged(none, input, { period: (row) => row.period, employer: (row) => row.employer, owed: (row) => row.owed }, '-period', sums)
  }),
]
