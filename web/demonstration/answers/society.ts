import type { Day } from '#domain/calendar.ts'
import type { AccountId, AccountTypeId, MemberId } from '#domain/ids.ts'
import { kobo, type Kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { foldForSearch, foldQuery } from '#domain/searching.ts'
import { newKey } from '#web/api/new-key.ts'
import type { Moment, Place } from '#web/demonstration/answering.ts'
import { balanceOf, movementsOf, standsOn } from '#web/demonstration/portfolio.ts'
import { type AccountType, memberIdOf, type Notice, type Society, type User } from '#web/demonstration/records.ts'
import { type ChartAccount, chartOfAccounts } from '#domain/books/ledger/chart.ts'

export function newId<Id extends string>(): Id {
  return newKey() as Id
}

export function membersOf({ world, society }: { world: Moment['world']; society: Society }): User[] {
  return world.users.filter((user) => user.role === 'member' && user.cooperativeId === society.id)
}

export function findMember(place: Place, id: MemberId | undefined, field?: string): User {
  return membersOf(place).find((user) => memberIdOf(user) === id) ?? refuse('not_found', field ? { field } : {})
}

export function isActive({ status }: User): boolean {
  return status === 'Active'
}

export function statusOf(user: User): 'active' | 'inactive' {
  return isActive(user) ? 'active' : 'inactive'
}

/** The password opens an account, and so does the last name, whatever its capitals. */
export function opens({ password, lastName }: User, secret: string): boolean {
  const typed = secret.trim()
  return password === typed || (lastName !== '' && lastName.toLowerCase() === typed.toLowerCase())
}

/** Whether a member is meant by what somebody typed: a name, a phone, a membership number. */
export function isNamed(user: User, q: string | undefined): boolean {
  if (!q) return true
  const { firstName, lastName, phone, otherPhone = '', membershipId } = user
  return foldForSearch(`${firstName} ${lastName} ${firstName} ${phone} ${otherPhone} ${membershipId}`).includes(foldQuery(q))
}

export function isIn(text: string, q: string | undefined): boolean {
  return !q || foldForSearch(text).includes(foldForSearch(q))
}

export function holds({ society, today }: Pick<Place, 'society' | 'today'>, memberId: MemberId, kind: 'savings' | 'shares'): Kobo {
  return balanceOf(movementsOf(society, memberId, kind, today))
}

export function typeOf({ society }: Place, id: AccountTypeId | undefined): AccountType {
  const found = society.accountTypes.find((type) => (id === undefined ? type.isDefault : type.id === id))
  return found ?? refuse('account_type_not_found', { field: 'accountTypeId' })
}

/** Whose a request may be about: a member's own, whatever he names; an officer names anybody or nobody. */
export function whose({ actor }: Place, named: MemberId | undefined): MemberId | undefined {
  return actor.role === 'member' ? actor.memberId : named
}

/** The one whom a request concerns; another's record is as missing to a member as one that never was. */
export function oneself({ actor }: Place, named: MemberId | undefined): MemberId {
  if (actor.role !== 'member') return named ?? refuse('member_missing', { field: 'memberId' })
  return named === undefined || named === actor.memberId ? actor.memberId : refuse('not_found', { field: 'memberId' })
}

export function notify(society: Pick<Society, 'notices'>, to: Notice['to'], message: string, now: Date, rest: Partial<Notice> = {}): void {
  society.notices.push({ id: newId(), to, type: 'info', message, link: null, createdAt: now.toISOString(), read: false, hidden: false, ...rest })
}

/** The number of a new entry, and what its receipt is called. */
export function nextEntry(society: Society): { entryNumber: number; receiptNumber: string } {
  society.lastEntry += 1
  return { entryNumber: society.lastEntry, receiptNumber: `${society.lastEntry}-demonstration` }
}

/** Where the own people find the logo; another address after each change. */
export function logoPath({ logo }: Society): string | null {
  return logo && `/cooperatives/logo?v=${logo.version}`
}

export function lastDayOfMonth(period: string): Day {
  const [year = 0, month = 1] = period.split('-').map(Number)
  return `${period}-${String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, '0')}` as Day
}

/** What may be taken out now: what stands on the account and is not pledged, less what is asked for already where somebody asks for himself. */
export function freeOf({ society, today }: Place, memberId: MemberId, accountTypeId: AccountTypeId, isOwn: boolean): Kobo {
  const own = society.movements.filter((movement) => movement.memberId === memberId && movement.accountTypeId === accountTypeId)
  const asked = isOwn ? sumKobo(own.filter(({ status, direction }) => status === 'pending' && direction === 'out').map(({ amount }) => amount)) : zeroKobo
  const spokenFor = kobo(asked + pledgedOf(society, memberId, accountTypeId))
  const balance = balanceOf(own.filter((movement) => standsOn(movement, today)))
  return balance > spokenFor ? kobo(balance - spokenFor) : zeroKobo
}

export function pledgedOf({ pledges }: Society, memberId: MemberId, accountTypeId: AccountTypeId): Kobo {
  return sumKobo(pledges.filter((pledge) => pledge.memberId === memberId && pledge.accountTypeId === accountTypeId && pledge.released === null).map(({ amount }) => amount))
}

/** The identifier of an account of the chart, the same in every browser. */
export function accountIdOf(code: string): AccountId {
  return `0000000a-0000-4000-8000-${code.padStart(12, '0')}` as AccountId
}

/** The account of the chart that is named, if it is one of these. */
export function chartAccount(id: AccountId | undefined, fits: (account: ChartAccount) => boolean): ChartAccount | undefined {
  return chartOfAccounts.find((account) => accountIdOf(account.code) === id && fits(account))
}

export function isMoney({ holdsCash }: ChartAccount): boolean {
  return holdsCash === true
}
