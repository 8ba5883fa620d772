import * as contract from '#contract/books.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import { cashCode, chartOfAccounts } from '#domain/configuration/presets.ts'
import { type AccountTotals, trialBalance } from '#domain/ledger/trial-balance.ts'
import { kobo, type Kobo, negate, sumKobo, zeroKobo } from '#domain/money.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { balanceOf, standsOn } from '#web/demonstration/portfolio.ts'
import { memberIdOf, type Society } from '#web/demonstration/records.ts'
import { isNamed, membersOf } from './society.ts'

const loansCode = '1210'
const interestCode = '4110'

export const bookAnswers: readonly Answer[] = [
  inside(contract.listReports, () => [
    { name: 'trial-balance', title: 'Trial balance', formats: ['json'] },
    { name: 'member-balances', title: 'Member balances', formats: ['json'] },
  ]),
  inside(contract.getTrialBalance, ({ society, today }, { asOf = today }) => {
    const { lines, totals, balanced } = trialBalance(accountsOf(society, asOf))
    return { asOf, accounts: lines, totals, balanced }
  }),
  inside(contract.getMemberBalances, memberBalances),
]

/** What a society's records come to in its books: each account with both its sides. */
function accountsOf(society: Society, day: Day): AccountTotals[] {
  const sides = new Map<string, { debits: Kobo; credits: Kobo }>()
  const put = (debit: string, credit: string, amount: Kobo) => {
    for (const [code, side] of [[debit, 'debits'], [credit, 'credits']] as const) {
      const found = sides.get(code) ?? { debits: zeroKobo, credits: zeroKobo }
      sides.set(code, { ...found, [side]: kobo(found[side] + amount) })
    }
  }
  const control = new Map(society.accountTypes.map(({ id, controlCode }) => [id, controlCode]))
  for (const movement of society.movements) {
    const own = control.get(movement.accountTypeId)
    if (!own || !standsOn(movement, day)) continue
    const { otherCode = cashCode } = movement
    // A transfer is one posting, told by its first half.
    if (otherCode === null) continue
    if (movement.direction === 'in') put(otherCode, own, movement.amount)
    else put(own, otherCode, movement.amount)
  }
  for (const { principal, running } of society.loans) {
    if (!running || running.startDate > day) continue
    put(loansCode, cashCode, principal)
    for (const repayment of running.repayments.filter(({ on }) => on <= day)) {
      put(cashCode, loansCode, repayment.principal)
      put(cashCode, interestCode, repayment.interest)
    }
  }
  const named = new Map([...chartOfAccounts.map(({ code, name, class: kind }) => [code, { name, kind }] as const),
    ...society.accountTypes.map(({ controlCode, name, kind }) => [controlCode, { name, kind: kind === 'savings' ? 'liability' : 'equity' } as const] as const)])
  return [...sides].toSorted(([a], [b]) => a.localeCompare(b)).map(([code, side]) => ({ code, name: named.get(code)?.name ?? code, class: named.get(code)?.kind ?? 'asset', ...side }))
}

export function cashBalance(society: Society, day: Day): Kobo {
  const cash = accountsOf(society, day).find(({ code }) => code === cashCode)
  return cash ? kobo(cash.debits - cash.credits) : zeroKobo
}

function memberBalances(place: Place, input: { asOf?: Day | undefined; q?: string | undefined; sort?: string | undefined; page: number; limit: number }) {
  const { society, now } = place
  const asOf = input.asOf ?? dayIn(now)
  const holders = membersOf(place).map((user) => {
    const memberId = memberIdOf(user)
    const balances = society.accountTypes.flatMap(({ id }) => {
      const amount = balanceOf(society.movements.filter((movement) => movement.memberId === memberId && movement.accountTypeId === id && standsOn(movement, asOf)))
      return amount === 0n ? [] : [{ accountTypeId: id, amount }]
    })
    return { user, row: { memberId, membershipno: user.membershipId, name: user.name, balances, total: sumKobo(balances.map(({ amount }) => amount)) } }
  })
  const accounts = accountsOf(society, asOf)
  const accountTypes = society.accountTypes
    .toSorted((a, b) => a.controlCode.localeCompare(b.controlCode))
    .map(({ id, name, controlCode }) => {
      const members = sumKobo(holders.flatMap(({ row }) => row.balances.filter(({ accountTypeId }) => accountTypeId === id).map(({ amount }) => amount)))
      const account = accounts.find(({ code }) => code === controlCode)
      const control = account ? negate(kobo(account.debits - account.credits)) : zeroKobo
      return { id, name, controlCode, members, control, agrees: members === control }
    })
  const rows = holders.filter(({ user, row }) => row.balances.length > 0 && isNamed(user, input.q)).map(({ row }) => row)
  return paged(rows, input, { membershipno: (row) => row.membershipno, total: (row) => row.total }, 'membershipno', { asOf, accountTypes, total: sumKobo(accountTypes.map(({ members }) => members)) })
}
