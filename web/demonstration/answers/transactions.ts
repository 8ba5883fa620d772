import type { Parsed, Replied } from '#contract/endpoint.ts'
import * as movements from '#contract/money/movements.ts'
import { approveTransaction, rejectTransaction } from '#contract/money/transaction-decisions.ts'
import { reverseTransaction } from '#contract/money/transaction-reversals.ts'
import * as contract from '#contract/money/transactions.ts'
import { getApprovalRules } from '#contract/money/approval-rules.ts'
import { listApprovals } from '#contract/society/pending-approvals.ts'
import { may, officeOf } from '#domain/actor.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { AccountId, AccountTypeId, MemberId, TransactionId } from '#domain/ids.ts'
import { kobo, type Kobo, moneyText, sumKobo } from '#domain/money.ts'
import { rolesOn } from '#domain/access/sessions/office.ts'
import { refuse } from '#domain/refusal.ts'
import { type ApprovalRules, approvalsAsked, whyNotApprove } from '#domain/access/approvals/approvals.ts'
import type { MovementType } from '#domain/money/transactions/movement-types.ts'
import { isInShares, movementDescription, whyNotMove } from '#domain/money/transactions/movement.ts'
import { sharesIn, whyNotBuyShares, whyNotGiveUpShares, worthOf } from '#domain/money/transactions/shares.ts'
import { type Answer, DemonstrationRefusal, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { balanceOf, standsOn } from '#web/demonstration/portfolio.ts'
import { type Decision, memberIdOf, type Movement, type User } from '#web/demonstration/records.ts'
import { cashCode, chartOfAccounts, servedCodes } from '#domain/books/ledger/chart.ts'
import { approvalsNeeded, movementsWaitFrom } from '#domain/money/transactions/movement-approvals.ts'
import {
  accountIdOf, chartAccount, findMember, freeOf, holds, isIn, isMoney, isNamed, membersOf, newId, nextEntry, notify, oneself, pledgedOf, statusOf, typeOf, whose,
} from './society.ts'

type Row = Replied<typeof contract.listTransactions>
type ListAsked = Parsed<typeof contract.listTransactions> & { page: number; limit: number }
type Waiting = Replied<typeof listApprovals>
type Recorded = Replied<typeof movements.recordMovement>

export const transactionAnswers: readonly Answer[] = [
  inside(contract.listTransactions, listTransactions),
  inside(contract.listDeposits, (place, input) => listTransactions(place, { ...input, type: 'deposit' })),
  inside(movements.recordMovement, record),
  inside(movements.recordDeposit, (place, input) => record(place, { ...input, type: 'deposit' })),
  inside(contract.getTransaction, getTransaction),
  inside(approveTransaction, approve),
  inside(rejectTransaction, (place, { transactionId, reason }) => {
    const movement = waiting(place, transactionId)
    for (const half of halvesOf(place, movement)) {
      half.status = 'rejected'
      decide(place, half, { decision: 'rejected', reason, entryNumber: null })
    }
    notify(place.society, movement.memberId, `Your ${movementDescription(movement.type).toLowerCase()} of ${moneyText(movement.amount)} was rejected: ${reason}`, place.now, { type: 'warning', link: '/member/transactions' })
    return rowFrom(place, movement)
  }),
  inside(reverseTransaction, reverse),
  inside(movements.listPostingAccounts, (_place, { use }) =>
    chartOfAccounts
      .filter((account) => !account.isControl && isPostable(account, use))
      .map(({ code, name, class: kind }) => ({ id: accountIdOf(code), code, name, class: kind, isDefault: code === cashCode }))),
  inside(movements.listMemberAccounts, (place, { memberId }) => {
    if (place.actor.role === 'member' && place.actor.memberId !== memberId) return refuse('not_found')
    findMember(place, memberId)
    const { society, today } = place
    return society.accountTypes.flatMap(({ id, name, kind, retired, releaseOn }) => {
      const own = society.movements.filter((movement) => movement.memberId === memberId && movement.accountTypeId === id)
      const balance = balanceOf(own.filter((movement) => standsOn(movement, today)))
      const waits = sumKobo(own.filter(({ status, direction }) => status === 'pending' && direction === 'out').map(({ amount }) => amount))
      const shares = kind === 'shares' ? sharesIn(balance, society.settings.shareParValue) : null
      return retired && balance === 0n ? [] : [{ accountTypeId: id, name, kind, balance, pledged: pledgedOf(society, memberId, id), waiting: waits, free: freeOf(place, memberId, id, true), shares, releaseOn }]
    })
  }),
  inside(getApprovalRules, (place) => ({ waitsFrom: movementsWaitFrom(rulesOf(place)) })),
  inside(listApprovals, (place, input) => {
    const rows = place.society.movements.filter((movement) => movement.status === 'pending' && (!movement.pairId || movement.direction === 'out')).map((movement) => {
      const { id, type, memberId, memberName, account, amount, occurredOn, description, recordedBy, createdAt } = rowFrom(place, movement)
      return { kind: type, transactionId: id, reversalId: null, writeOffId: null, loanId: null, leavingId: null, changeRequestId: null, guarantors: null, memberId, memberName, account, amount, occurredOn, description, askedBy: recordedBy, askedAt: createdAt, needs: 'transaction.decide' as const, approvals: approvalsOf(place, movement) }
    })
    const all: Waiting[] = [...rows, ...loansWaiting(place)]
    const fits = all.filter((row) => (!input.kind || row.kind === input.kind) && (!input.mine || row.approvals.open === (input.mine === 'true')) && isIn(`${row.memberName} ${row.askedBy}`, input.q))
    return paged(fits, input, { askedAt: (row) => row.askedAt.getTime(), amount: (row) => row.amount ?? 0n }, 'askedAt', { mine: all.filter(({ approvals }) => approvals.open).length })
  }),
]

/** In the sample every guarantor has agreed, and whoever comes first decides. */
function loansWaiting(place: Place): Waiting[] {
  return place.society.loans.filter(({ status }) => status === 'submitted').map((loan) => ({
    kind: 'loan', transactionId: null, reversalId: null, writeOffId: null, loanId: loan.id, leavingId: null, changeRequestId: null, memberId: loan.memberId, memberName: findMember(place, loan.memberId).name,
    account: place.society.loanConfigurations.find(({ id }) => id === loan.loanConfigId)?.name ?? null, amount: loan.principal, occurredOn: dayIn(new Date(loan.submittedAt)),
    description: loan.purpose ?? '', askedBy: loan.recordedBy, askedAt: new Date(loan.submittedAt), needs: 'loan.decide', approvals: { asked: 1, given: [], open: loan.memberId !== place.actor.memberId },
    guarantors: { required: loan.guarantors.length, accepted: loan.guarantors.length },
  }))
}

function rowFrom(place: Place, movement: Movement): Row {
  const { id, type, status, memberId, amount, direction, occurredOn, period, description, entryId, entryNumber, recordedBy, createdAt } = movement
  const member = membersOf(place).find((user) => memberIdOf(user) === memberId)
  return {
    id, type, status, memberId, memberName: member?.name ?? null, membershipno: member?.membershipId ?? null, account: typeOf(place, movement.accountTypeId).name, paidThrough: throughOf(movement), party: null, amount, direction, occurredOn, period,
    description, entryId, entryNumber, recordedBy, createdAt: new Date(createdAt),
  }
}

/** Whether the form that asks for this use offers the account. */
function isPostable(account: (typeof chartOfAccounts)[number], use: Parsed<typeof movements.listPostingAccounts>['use']): boolean {
  if (use === 'money') return isMoney(account)
  if (use === 'income') return account.class === 'income'
  if (use === 'expense' || use === 'other_income') return account.class === (use === 'expense' ? 'expense' : 'income') && !servedCodes.includes(account.code)
  return true
}

/** The cash or bank account on the other side; nothing of what a member asks for, until an officer says so. */
function throughOf({ otherCode = cashCode, status }: Movement): string | null {
  const account = chartOfAccounts.find(({ code }) => code === otherCode)
  return account && isMoney(account) && status !== 'pending' ? account.name : null
}

function listTransactions(place: Place, input: ListAsked) {
  const { type, status, from, to, q } = input
  const who = whose(place, input.memberId)
  const named = new Set(membersOf(place).filter((user) => isNamed(user, q)).map(memberIdOf))
  const found = place.society.movements.filter((movement) =>
    (!type || movement.type === type) && (!status || movement.status === status) && (!who || movement.memberId === who) &&
    (!from || movement.occurredOn >= from) && (!to || movement.occurredOn <= to) && named.has(movement.memberId))
  const sum = (direction: 'in' | 'out') => sumKobo(found.filter((movement) => movement.direction === direction && movement.status === 'approved').map(({ amount }) => amount))
  const late = (row: Row) => String(row.entryNumber ?? 0).padStart(9, '0')
  return paged(found.map((movement) => rowFrom(place, movement)), input, {
    occurredOn: (row) => `${row.occurredOn} ${row.createdAt.toISOString()} ${late(row)}`, amount: (row) => row.amount, entryNumber: (row) => row.entryNumber ?? 0,
  }, '-occurredOn', { in: sum('in'), out: sum('out') })
}

function findMovement({ society, actor }: Place, id: TransactionId): Movement {
  const found = society.movements.find((movement) => movement.id === id)
  return found && (actor.role !== 'member' || found.memberId === actor.memberId) ? found : refuse('not_found')
}

function getTransaction(place: Place, { transactionId }: { transactionId: TransactionId }): Replied<typeof contract.getTransaction> {
  const movement = findMovement(place, transactionId)
  const lines = voucherOf(place, movement)
  const decisions = movement.decisions.map(({ at, ...decision }) => ({ ...decision, at: new Date(at) }))
  const voucher = movement.entryId && place.actor.role !== 'member' ? { lines: lines.length, total: sumKobo(lines.map(({ amount }) => amount)) } : null
  const isOfficer = place.actor.role !== 'member'
  const other = halvesOf(place, movement).find(({ id }) => id !== movement.id)
  const row = other && (isOfficer || other.memberId === place.actor.memberId) ? rowFrom(place, other) : undefined
  const pair = row ? { id: row.id, memberName: row.memberName ?? '', account: row.account ?? '', direction: other?.direction ?? 'in' } : null
  const approvals = isOfficer && movement.made && (movement.made.asOfficer || movement.made.needed > 0 || (movement.approvals ?? []).length > 0) ? approvalsOf(place, movement) : null
  return { ...rowFrom(place, movement), decisions, voucher, pair, receiptNumber: movement.receiptNumber ?? null, approvals, reversal: null, lines: [] }
}

function voucherOf({ society }: Place, { entryId }: Movement): Movement[] {
  return society.movements.filter((movement) => entryId !== null && movement.entryId === entryId)
}

type Side = { memberId: MemberId; typeId: AccountTypeId }
/** A movement as it is asked for: which accounts of members it moves, and the number of the society's account on the other side. */
type Asked = { type: MovementType; amount: Kobo; occurredOn: Day; out: Side | undefined; in: Side | undefined; otherCode: string | undefined }

/** Which accounts a request means. */
function askedFrom(place: Place, input: Parsed<typeof movements.recordMovement>, memberId: MemberId, type: MovementType): Asked {
  const { society, today, actor } = place
  const { occurredOn = today } = input
  if ((type === 'charge' || type === 'share_transfer') && actor.role === 'member') refuse('for_officers_only')
  const own = (id: AccountTypeId | undefined): Side => ({ memberId, typeId: typeOf(place, id).id })
  const shares = () => society.accountTypes.find(({ kind, retired }) => kind === 'shares' && !retired)?.id ?? refuse('no_shares_offered', { field: 'type' })
  const amount = isInShares(type) ? worthOf(input.shares ?? refuse('shares_missing', { field: 'shares' }), society.settings.shareParValue) : (input.amount ?? refuse('amount_missing', { field: 'amount' }))
  const money = input.paidThrough ? (chartAccount(input.paidThrough, isMoney)?.code ?? refuse('money_account_unknown', { field: 'paidThrough' })) : cashCode
  const asked = { type, amount, occurredOn, otherCode: money, out: undefined, in: undefined }
  switch (type) {
    case 'deposit':
      return { ...asked, in: own(input.accountTypeId) }
    case 'withdrawal':
      return { ...asked, out: own(input.accountTypeId) }
    case 'transfer':
      return { ...asked, out: own(input.accountTypeId), in: own(input.toAccountTypeId ?? refuse('account_type_not_found', { field: 'toAccountTypeId' })), otherCode: undefined }
    case 'share_purchase':
      return { ...asked, out: input.accountTypeId && own(input.accountTypeId), in: own(shares()) }
    case 'share_transfer':
      return { ...asked, out: own(shares()), in: { memberId: input.toMemberId ?? refuse('member_missing', { field: 'toMemberId' }), typeId: shares() } }
    case 'share_redemption':
      return { ...asked, out: own(shares()), in: input.toAccountTypeId && own(input.toAccountTypeId) }
    case 'charge': {
      if (!input.accountTypeId) throw new DemonstrationRefusal(409, "The demonstration takes charges from a member's savings only.", 'accountTypeId')
      const income = chartAccount(input.incomeAccountId, (account) => account.class === 'income') ?? refuse('income_account_unknown', { field: 'incomeAccountId' })
      return { ...asked, out: own(input.accountTypeId), otherCode: income.code }
    }
  }
}

function refuseUnlessMovable(place: Place, asked: Asked, isOwn: boolean): void {
  const { society, today } = place
  if (asked.out && asked.in && asked.out.typeId === asked.in.typeId) {
    if (asked.type !== 'share_transfer') refuse('same_account', { field: 'toAccountTypeId' })
    if (asked.out.memberId === asked.in.memberId) refuse('same_member', { field: 'toMemberId' })
  }
  for (const direction of ['out', 'in'] as const) {
    const side = asked[direction]
    if (!side) continue
    const member = findMember(place, side.memberId, 'memberId')
    const { name, kind, retired: isRetired, releaseOn, earlyRelease } = typeOf(place, side.typeId)
    const facts = {
      member: { name: member.name, status: statusOf(member), joinedOn: member.joinDate }, accountType: { name, kind, isRetired, releaseOn: releaseOn ?? undefined, earlyRelease },
      free: freeOf(place, side.memberId, side.typeId, isOwn), booksBeginOn: society.booksBeginOn, closedThrough: undefined,
    }
    const reason = whyNotMove(facts, { ...asked, direction, byOfficer: !isOwn }, today) ?? whyNotShares(place, asked, direction)
    if (reason) throw reason
  }
}

/** The rules on shares: whole, at least the least holding, and within the ceiling. */
function whyNotShares(place: Place, { type, amount, out, in: into }: Asked, direction: 'in' | 'out') {
  const { shareParValue: parValue, sharesMin, shareCeilingBasisPoints: ceilingBasisPoints } = place.society.settings
  const side = direction === 'out' ? out : into
  const isShares = side && typeOf(place, side.typeId).kind === 'shares'
  if (!isShares) return undefined
  const rules = { parValue, sharesMin, ceilingBasisPoints }
  const holder = { name: findMember(place, side.memberId).name, held: holds(place, side.memberId, 'shares') }
  const shares = sharesIn(amount, parValue)
  if (direction === 'out') return whyNotGiveUpShares(rules, holder, shares)
  const capital = sumKobo(membersOf(place).map((user) => holds(place, memberIdOf(user), 'shares')))
  return whyNotBuyShares(rules, holder, shares, kobo(capital - holder.held - (type === 'share_transfer' ? amount : 0n)))
}

/** What an officer records is posted at once unless the settings let it wait; what somebody asks for himself waits for an officer. */
function record(place: Place, input: Parsed<typeof movements.recordMovement>): Recorded {
  const { society, now, actor } = place
  const { type } = input
  if (type === 'expense' || type === 'income') throw new DemonstrationRefusal(409, 'The demonstration records members’ money only. The real product records expenses and other income in its books.')
  if (type === 'journal') throw new DemonstrationRefusal(409, 'The demonstration keeps no journals. The real product posts them between the accounts of your chart.')
  const memberId = oneself(place, input.memberId)
  findMember(place, memberId, 'memberId')
  const asked = askedFrom(place, input, memberId, type)
  const isOwn = [memberId, asked.in?.memberId].includes(actor.memberId ?? ('' as MemberId))
  refuseUnlessMovable(place, asked, isOwn)
  const needed = approvalsNeeded(rulesOf(place), type, asked.amount)
  const waits = isOwn || needed > 0
  const entry = waits ? undefined : nextEntry(society)
  const ids = { entryId: waits ? null : newId<NonNullable<Movement['entryId']>>(), pairId: asked.out && asked.in ? newId<TransactionId>() : undefined }
  const sides = [asked.out && { ...asked.out, direction: 'out' as const }, asked.in && { ...asked.in, direction: 'in' as const }].filter((side) => side !== undefined)
  const made = sides.map((side, index): Movement => ({
    id: newId(), type, status: waits ? 'pending' : 'approved', memberId: side.memberId, accountTypeId: side.typeId, amount: asked.amount, direction: side.direction, occurredOn: asked.occurredOn,
    period: null, description: input.description || movementDescription(type), entryId: ids.entryId, entryNumber: entry?.entryNumber ?? null, reversedOn: null, recordedBy: actor.name,
    createdAt: now.toISOString(), decisions: [], otherCode: sides.length === 1 ? (asked.otherCode ?? cashCode) : index === 0 ? controlOf(place, sides[1]?.typeId) : null,
    ...(ids.pairId ? { pairId: ids.pairId } : {}), ...(entry ? { receiptNumber: entry.receiptNumber } : {}), ...(waits ? { made: { by: actor.loginId, asOfficer: !isOwn, needed } } : {}),
  }))
  society.movements.push(...made)
  const [first = refuse('not_found')] = made
  if (isOwn) notify(society, 'officers', `${actor.name} asked for a ${movementDescription(type).toLowerCase()} of ${moneyText(asked.amount)}.`, now, { link: '/coop/financial-operations/transactions' })
  return { ...rowFrom(place, first), receiptNumber: entry?.receiptNumber ?? null }
}

function controlOf(place: Place, id: AccountTypeId | undefined): string {
  return typeOf(place, id).controlCode
}

function rulesOf(place: Place): ApprovalRules {
  const { settings: s } = place.society
  const officers = officersOf(place)
  const withdrawal = { approvals: s.withdrawalApprovals, from: s.withdrawalApprovalsFrom, officers }
  return {
    withdrawal, leaving: withdrawal,
    share: { approvals: s.shareApprovals, from: s.shareApprovalsFrom, officers },
    journal: { approvals: s.journalApprovals, from: s.journalApprovalsFrom, officers },
    reversal: { approvals: s.reversalApprovals, from: s.reversalApprovalsFrom, officers },
    writeOff: { approvals: s.writeOffApprovals, from: s.writeOffApprovalsFrom, officers },
  }
}

/** How many officers decide about money: the shared login, and members whose office does. */
function officersOf(place: Place, except: readonly MemberId[] = []): number {
  return 1 + membersOf(place).filter((user) => decides(place, user) && statusOf(user) === 'active' && !except.includes(memberIdOf(user))).length
}

function decides({ today }: Place, { roles, officeEndsOn }: User): boolean {
  const office = officeOf(rolesOn(roles, officeEndsOn ?? null, today))
  return office !== undefined && may({ role: 'coop_admin', office }, 'transaction.decide')
}

/** Who approved what waits, how many it takes, and whether the one who asks may approve it. */
function approvalsOf(place: Place, movement: Movement) {
  const { made, approvals: given = [], status } = movement
  const owners = halvesOf(place, movement).map(({ memberId }) => memberId)
  const by = place.actor.loginId
  const officers = officersOf(place, owners)
  const reason = made && whyNotApprove(by, { madeBy: made.by, approvedBy: given.map(({ id }) => id), officers })
  return {
    asked: approvalsAsked(made?.needed ?? 0, { officers, makerIsOfficer: made?.asOfficer ?? false }),
    given: given.map(({ id: _id, at, ...each }) => ({ ...each, at: new Date(at) })),
    open: status === 'pending' && may(place.actor, 'transaction.decide') && reason === undefined && !owners.includes(place.actor.memberId ?? ('' as MemberId)),
  }
}

function halvesOf({ society }: Place, movement: Movement): Movement[] {
  return movement.pairId ? society.movements.filter(({ pairId }) => pairId === movement.pairId) : [movement]
}

/** Only what waits can be decided, and by nobody about his own money. */
function waiting(place: Place, id: TransactionId): Movement & { type: MovementType } {
  const movement = findMovement(place, id)
  const { type, status, decisions } = movement
  if (status !== 'pending' || type === 'contribution') return refuse('transaction_decided', { status: status === 'approved' ? 'posted' : status, by: decisions.at(-1)?.by })
  if (halvesOf(place, movement).some(({ memberId }) => memberId === place.actor.memberId)) return refuse('own_transaction')
  return movement as Movement & { type: MovementType }
}

function decide({ actor, now }: Place, movement: Movement, decision: Pick<Decision, 'decision' | 'reason' | 'entryNumber'>): void {
  movement.decisions.push({ ...decision, by: actor.name, at: now.toISOString() })
}

function approve(place: Place, { transactionId, occurredOn, paidThrough }: { transactionId: TransactionId; occurredOn?: Day | undefined; paidThrough?: AccountId | undefined }): Recorded {
  const { society, today, actor, now } = place
  const movement = waiting(place, transactionId)
  const halves = halvesOf(place, movement)
  const sideOf = (direction: 'in' | 'out'): Side | undefined => {
    const half = halves.find((each) => each.direction === direction)
    return half && { memberId: half.memberId, typeId: half.accountTypeId }
  }
  const out = sideOf('out')
  const on = occurredOn ?? (out ? today : movement.occurredOn)
  refuseUnlessMovable(place, { type: movement.type, amount: movement.amount, occurredOn: on, out, in: sideOf('in'), otherCode: undefined }, false)
  const { asked, given } = approvalsOf(place, movement)
  const { made } = movement
  const reason = made && whyNotApprove(actor.loginId, { madeBy: made.by, approvedBy: (movement.approvals ?? []).map(({ id }) => id), officers: officersOf(place, halves.map(({ memberId }) => memberId)) })
  if (reason) throw reason
  const approvals = [...(movement.approvals ?? []), { by: actor.name, id: actor.loginId, at: now.toISOString(), alone: made?.by === actor.loginId }]
  for (const half of halves) half.approvals = approvals
  if (given.length + 1 < asked) return { ...rowFrom(place, movement), receiptNumber: null }
  const { entryNumber, receiptNumber } = nextEntry(society)
  const otherCode = paidThrough && (chartAccount(paidThrough, isMoney)?.code ?? refuse('money_account_unknown', { field: 'paidThrough' }))
  const entryId = newId<NonNullable<Movement['entryId']>>()
  for (const half of halves) {
    Object.assign(half, { status: 'approved', occurredOn: on, entryId, entryNumber, receiptNumber }, otherCode && halves.length === 1 ? { otherCode } : {})
    decide(place, half, { decision: 'approved', reason: null, entryNumber: null })
  }
  notify(society, movement.memberId, `Your ${movementDescription(movement.type).toLowerCase()} of ${moneyText(movement.amount)} was posted.`, now, { type: 'success', link: '/member/transactions' })
  return { ...rowFrom(place, movement), receiptNumber }
}

/** Undoes a posted movement by an entry of today; payments that were posted together are undone together. */
function reverse(place: Place, { transactionId, reason, voucher = false }: Parsed<typeof reverseTransaction>): Replied<typeof reverseTransaction> {
  const { society, today, actor } = place
  const movement = findMovement(place, transactionId)
  const { entryId, status, entryNumber: number, decisions } = movement
  if (!entryId) return refuse('transaction_not_posted', { status: status === 'rejected' ? 'rejected' : 'still waiting' })
  if (status === 'reversed') return refuse('transaction_decided', { status: 'reversed', by: decisions.at(-1)?.by })
  const lines = voucherOf(place, movement)
  if (lines.some(({ memberId, direction }) => direction === 'out' && memberId === actor.memberId)) return refuse('own_transaction')
  if (lines.length > 1 && !movement.pairId && !voucher) return refuse('transaction_in_voucher', { lines: lines.length, number: number ?? '' })
  for (const { memberId, accountTypeId, direction, amount } of lines) {
    const free = freeOf(place, memberId, accountTypeId, false)
    if (direction === 'in' && free < amount) refuse('reversal_below_floor', { name: findMember(place, memberId).name, free: moneyText(free) })
  }
  const entry = nextEntry(society)
  for (const line of lines) {
    line.status = 'reversed'
    line.reversedOn = today
    decide(place, line, { decision: 'reversed', reason, entryNumber: entry.entryNumber })
  }
  return { ...entry, reversed: lines.length, total: sumKobo(lines.map(({ amount }) => amount)) }
}
