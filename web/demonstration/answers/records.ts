import type { Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/society/records.ts'
import { dayIn } from '#domain/calendar.ts'
import { sumKobo } from '#domain/money.ts'
import { type Answer, inside, paged } from '#web/demonstration/answering.ts'
import { monthsOf } from './contributions.ts'
import { findMember, holds, isIn, oneself, typeOf } from './society.ts'

type Row = Replied<typeof contract.listFinancialRecords>

const typeOfKind = { contributions: 'contribution', deposits: 'deposit', transactions: undefined } as const

export const recordAnswers: readonly Answer[] = [
  inside(contract.listFinancialRecords, (place, input) => {
    const { society } = place
    const memberId = oneself(place, input.id)
    const member = findMember(place, memberId)
    const own = society.movements.filter((movement) => movement.memberId === memberId)
    const loans = society.loans.filter((loan) => loan.memberId === memberId)
    const wanted = input.kind && input.kind !== 'loans' ? typeOfKind[input.kind] : undefined
    const moved = input.kind === 'loans' ? [] : own.filter(({ type }) => !wanted || type === wanted)
    const rows: Row[] = [
      ...moved.map(({ id, type, status, accountTypeId, amount, direction, occurredOn, period, description, createdAt }) => ({
        id, record: 'transaction' as const, type, status, account: typeOf(place, accountTypeId).name, amount, direction, occurredOn, period, description, createdAt: new Date(createdAt),
      })),
      ...(input.kind && input.kind !== 'loans' ? [] : loans).map(({ id, status, loanConfigId, principal, purpose, submittedAt }) => {
        const account = society.loanConfigurations.find((each) => each.id === loanConfigId)?.name ?? ''
        const createdAt = new Date(submittedAt)
        return { id, record: 'loan' as const, type: 'loan' as const, status, account, amount: principal, direction: null, occurredOn: dayIn(createdAt), period: null, description: purpose ?? account, createdAt }
      }),
    ]
    const sum = (type: 'deposit' | 'withdrawal') => sumKobo(own.filter((movement) => movement.type === type && movement.status === 'approved').map(({ amount }) => amount))
    const months = monthsOf(place, member)
    return paged(rows.filter(({ description, account }) => isIn(`${description} ${account}`, input.q)), input, { occurredOn: (row) => `${row.occurredOn} ${row.id}` }, '-occurredOn', {
      totalContributions: sumKobo(months.map(({ paid }) => paid)),
      outstandingContributions: sumKobo(months.map(({ outstanding }) => outstanding)),
      totalDeposits: sum('deposit'),
      totalWithdrawals: sum('withdrawal'),
      savings: holds(place, memberId, 'savings'),
      shares: holds(place, memberId, 'shares'),
      totalLoans: sumKobo(loans.filter(({ status }) => status === 'approved' || status === 'active').map(({ principal }) => principal)),
    })
  }),
]
