import * as contract from '#features/payments/online-payments/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { type Day, dayIn, type Period } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, CooperativeId, LoanId, MemberId, OnlinePaymentId } from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { kobo, type Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import {
  type ChargeBearer,
  isPayable,
  type PaymentKind,
  type PaymentStatus,
} from '#features/payments/online-payments/rules/online-payment.ts'
import { settledBefore, settlingProviders } from '#features/payments/online-payments/rules/settlement.ts'
import { suggestPayers } from '#features/accounting/reconciliation/rules/suggest.ts'
import {
  bankChargesCode,
  gatewayCode,
  sundryIncomeCode,
  unallocatedCode,
} from '#features/accounting/books/rules/chart.ts'
import { action } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { mentions } from '#platform/db/mentions.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import { owedOf } from '#features/savings/arrears/server/reads.ts'
import { findOpenDays, findShareRules } from '#features/savings/transactions/server/reads.ts'
import { findPayers } from '#features/accounting/reconciliation/server/queries.ts'
import type { PaymentProvider, SubaccountHolder, Transfer } from '#platform/payments/payment-port.ts'

export const paymentAccountsMissing = refusal(
  'payment_accounts_missing',
  409,
  'Bring account {code} of your chart back first. Online payments are posted to it.',
)

export type MemberPayment = Replied<typeof contract.listPayments>
type LineRow = { kind: PaymentKind; name: string; period: Period | null; amount: string; receiptNumber: string | null }
type CaseRow = Omit<MemberPayment['cases'][number], 'amount'> & { amount: string }
type PaymentRow = Omit<MemberPayment, 'lines' | 'cases'> & { isOver: boolean; lines: LineRow[]; cases: CaseRow[] }

const columns = sql`p.payment_id as id, p.status, p.amount, p.surcharge, p.checkout_url, p.expires_at < now() as "isOver", p.created_at,
  p.paid_at, p.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, p.reference, p.received, p.fees, p.sent_to, p.sender,
  p.why_not_posted, p.allocated_by_name as "allocatedBy",
  (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'name', coalesce(c.name, t.name), 'period', to_char(l.period, 'YYYY-MM'), 'amount', l.amount::text, 'receiptNumber', l.receipt_number) order by l.line), '[]')
    from app.online_payment_line l left join app.account_type t on t.account_type_id = l.account_type_id
    left join app.loan o on o.loan_id = l.loan_id left join app.loan_configuration c on c.loan_configuration_id = o.loan_configuration_id
    where l.payment_id = p.payment_id) as lines,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'status', e.status, 'amount', e.amount::text) order by e.seen_at, e.case_id), '[]')
    from app.payment_case e where e.payment_id = p.payment_id) as cases`

/** Of a payment `p`: its money is in the books. */
export const isInBooks = sql`p.status in ('posted', 'unallocated', 'allocated')`

/** Whether a payment `p` that is in the books should be settled by now, and is in no settlement. */
export const isLate = (
  before: Day,
) => sql`(${isInBooks} and p.provider = any (${settlingProviders}::text[]) and p.paid_at < (${before}::date::timestamp at time zone 'Africa/Lagos')
  and not exists (select from app.settled_payment i where i.reference = p.reference))`

const joined = sql`app.online_payment p left join app.member m using (cooperative_id, member_id)`

function paymentFrom({ isOver, lines, cases, checkoutUrl, ...row }: PaymentRow): MemberPayment {
  return {
    ...row,
    checkoutUrl: isPayable(row.status) && !isOver ? checkoutUrl : null,
    lines: lines.map((line) => ({ ...line, amount: kobo(BigInt(line.amount)) })),
    cases: cases.map((each) => ({ ...each, amount: kobo(BigInt(each.amount)) })),
  }
}

const page = {
  select: columns,
  from: joined,
  search: (q: string) =>
    sql`(m.search_text like ${containing(foldQuery(q))} or ${mentions(sql`p.sender`, q)} or p.sent_to = ${q} or p.reference = ${q})`,
  sorts: { createdAt: [sql`p.created_at`, sql`p.payment_id`] },
  order: '-createdAt',
  last: sql`p.payment_id`,
  row: paymentFrom,
} as const
const ofStatus = (status: PaymentStatus) => sql`p.status = ${status}`

export const listPayments = pageOf(contract.listPayments, {
  ...page,
  where: { status: ofStatus, settlement: (_late, { today }) => isLate(settledBefore(today)) },
})

/** Row security shows a member their own only. */
export const listOwnPayments = pageOf(contract.listOwnPayments, { ...page, where: { status: ofStatus } })

/** Refuses: not_found. */
export async function findPayment(tx: Tx, id: OnlinePaymentId): Promise<MemberPayment> {
  const row = await tx.maybe<PaymentRow>(sql`select ${columns} from ${joined} where p.payment_id = ${id}`)
  return row ? paymentFrom(row) : refuse('not_found')
}

export const getOwnPayment = action(contract.getOwnPayment, ({ tx }, { paymentId }) => findPayment(tx, paymentId))

export type PaymentSettings = {
  isOn: boolean
  subaccount: string | null
  chargeBorneBy: ChargeBearer
  /** Null for the ordinary savings. */
  transfersTo: AccountTypeId | null
}

export async function findSettings(tx: Tx): Promise<PaymentSettings> {
  const found = await tx.maybe<PaymentSettings>(
    sql`select is_on, subaccount, charge_borne_by, transfers_to from app.online_payment_settings`,
  )
  return found ?? { isOn: false, subaccount: null, chargeBorneBy: 'society', transfersTo: null }
}

/** Whose the provider said that a sub-account is. */
export async function findHolder(tx: Tx, subaccount: string): Promise<SubaccountHolder | undefined> {
  return tx.maybe<SubaccountHolder>(
    sql`select holder, bank, account_end from app.subaccount_holder where subaccount = ${subaccount}`,
  )
}

export const getPaymentSettings = action(contract.getPaymentSettings, ({ tx, context }) => readSettings(tx, context))

export async function readSettings(
  tx: Tx,
  { payments }: Pick<Context, 'payments'>,
): Promise<Replied<typeof contract.getPaymentSettings>> {
  const settings = await findSettings(tx)
  return {
    ...settings,
    provider: payments?.name ?? null,
    needsSubaccount: payments?.needsSubaccount ?? false,
    givesAccounts: payments?.openAccount !== undefined,
  }
}

/** Where members pay online: the provider is there, and the society has switched it on. */
export async function findOffer(
  tx: Tx,
  { payments }: Pick<Context, 'payments'>,
): Promise<(PaymentSettings & { provider: NonNullable<Context['payments']> }) | undefined> {
  const settings = await findSettings(tx)
  if (!payments || !settings.isOn || (payments.needsSubaccount && settings.subaccount === null)) return undefined
  return { ...settings, provider: payments }
}

export const getPaymentOffer = action(contract.getPaymentOffer, async ({ tx, context }) => {
  const [offer, { parValue }] = await Promise.all([findOffer(tx, context), findShareRules(tx)])
  return { isOn: offer !== undefined, chargeBorneBy: offer?.chargeBorneBy ?? 'society', shareParValue: parValue }
})

/** The name of a type that takes transfers. Refuses: account_type_not_found. */
export async function findTransferType(tx: Tx, id: AccountTypeId): Promise<string> {
  const found = await tx.maybe<{ name: string }>(sql`
    select t.name from app.account_type t where t.account_type_id = ${id} and t.kind not in ('fixed_deposit', 'shares')`)
  return found?.name ?? refuse('account_type_not_found', { field: 'transfersTo' })
}

type AccountRow = { askedAt: Date } & Joined<{ bank: string; number: string; name: string }>

/** The account number of the member whose session this is, at the provider of today. */
export const getTransferAccount = action(contract.getTransferAccount, async ({ tx, actor: { memberId }, context }) => {
  const offer = await findOffer(tx, context)
  const provider = offer?.provider.openAccount && offer.provider.name
  const row =
    provider &&
    (await tx.maybe<AccountRow>(sql`
      select asked_at, bank, account_number as number, account_name as name from app.transfer_account
      where member_id = ${memberId ?? null} and provider = ${provider}`))
  if (!row) return { isOffered: provider !== undefined, askedAt: null, account: null }
  const { askedAt, bank, number, name } = row
  return { isOffered: true, askedAt, account: number === null ? null : { bank, number, name } }
})

type AskedAccount = { firstName: string; lastName: string; phone: string; subaccount: string | null }

/** What the provider is told of a member who asked for an account number and has none yet. */
export async function findAskedAccount(
  tx: Tx,
  memberId: MemberId,
  provider: string,
): Promise<AskedAccount | undefined> {
  return tx.maybe<AskedAccount>(sql`
    select m.first_name, m.last_name, coalesce(m.phone, '') as phone, a.subaccount
    from app.transfer_account a join app.member m using (cooperative_id, member_id)
    where a.member_id = ${memberId} and a.provider = ${provider} and a.opened_at is null`)
}

export type Receiver = { cooperativeId: CooperativeId; memberId: MemberId | null }

/**
 * Whose account number a transfer was sent to, in any cooperative; where it is no member's, the society whose sub-account it
 * went to. In the sandbox, which has no sub-accounts, the one society that takes online payments.
 */
export async function findReceiver(
  tx: Tx,
  { name, needsSubaccount }: PaymentProvider,
  { accountNumber, customer, subaccount }: Transfer & { subaccount: string },
): Promise<Receiver | undefined> {
  const [member] = await tx.many<{ cooperativeId: CooperativeId; memberId: MemberId }>(sql`
    select cooperative_id, member_id from app.transfer_account
    where provider = ${name} and (account_number = ${accountNumber} or customer = ${customer}) order by account_number = ${accountNumber} desc, cooperative_id limit 1`)
  if (member) return member
  const [society, another] = await tx.many<{ cooperativeId: CooperativeId }>(sql`
    select cooperative_id from app.online_payment_settings
    where ${needsSubaccount ? sql`platform.code_key(subaccount) = platform.code_key(${subaccount})` : sql`is_on`} limit 2`)
  return society && !another ? { ...society, memberId: null } : undefined
}

type TransferTerms = {
  accountTypeId: AccountTypeId | null
  subaccounts: string[]
  accountNumber: string | null
  openedAt: Date | null
}

/** What a transfer goes to, and the sub-accounts where its money may be: today's, and that of when the number was opened. */
export async function findTransferTerms(tx: Tx, memberId: MemberId | null, provider: string): Promise<TransferTerms> {
  return tx.one<TransferTerms>(sql`
    select (select t.account_type_id from app.account_type t where t.retired_at is null and (t.account_type_id = s.transfers_to or t.is_default) order by t.is_default limit 1) as "accountTypeId",
      array_remove(array[s.subaccount, a.subaccount], null) as subaccounts, a.account_number, a.opened_at
    from (values (1)) one left join app.online_payment_settings s on true left join app.transfer_account a on a.member_id = ${memberId} and a.provider = ${provider}`)
}

/** The members who may have sent a transfer that no account number tells of, the likeliest first. Refuses: not_found. */
export const suggestSenders = action(contract.suggestPayers, async ({ tx }, { paymentId }) => {
  const { received, amount, sender, paidAt, createdAt } = await findPayment(tx, paymentId)
  const came = { on: dayIn(paidAt ?? createdAt), narration: sender ?? '', amount: received ?? amount }
  return { suggestions: suggestPayers(came, await findPayers(tx, [came])) }
})

type Payer = {
  name: string
  status: MemberStatus
  joinedOn: Day
  email: string | null
  booksBeginOn: Day
  closedThrough: Day | null
  /** Payments that were begun and not paid yet. */
  begun: number
  typeIds: AccountTypeId[]
  defaultTypeId: AccountTypeId | null
  shareTypeIds: AccountTypeId[]
  /** Loans that run, with all that is still owed on them. */
  loans: { id: LoanId; owed: string }[]
}

/** What a payment that a member begins meets. */
export async function findPayer(tx: Tx, memberId: MemberId): Promise<Payer> {
  return tx.one<Payer>(sql`
    select m.first_name || ' ' || m.last_name as name, m.status, m.registration_date as "joinedOn", m.email, h.books_begin_on, h.closed_through,
      (select count(*)::int from app.online_payment p where p.member_id = m.member_id and p.status in ('created', 'initialized', 'failed')) as begun,
      array(select t.account_type_id from app.account_type t where t.retired_at is null and t.kind not in ('fixed_deposit', 'shares')) as "typeIds",
      (select t.account_type_id from app.account_type t where t.is_default and t.retired_at is null) as "defaultTypeId",
      array(select t.account_type_id from app.account_type t where t.retired_at is null and t.kind = 'shares' order by t.name) as "shareTypeIds",
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.loan_id, 'owed', (select coalesce(sum(${owedOf}), 0)::text from app.loan_instalment i where i.loan_id = l.loan_id))), '[]')
        from app.loan l where l.member_id = m.member_id and l.status = 'active') as loans
    from app.member m cross join ledger.head h where m.member_id = ${memberId}`)
}

export type LockedLine = {
  line: number
  kind: PaymentKind
  accountTypeId: AccountTypeId | null
  loanId: LoanId | null
  period: Period | null
  amount: string
}
export type LockedPayment = {
  id: OnlinePaymentId
  /** Null where it came to no member's account number. */
  memberId: MemberId | null
  /** The member's name, or the sender's. */
  payer: string
  email: string | null
  sentTo: string | null
  provider: string
  reference: string
  status: PaymentStatus
  amount: Kobo
  surcharge: Kobo
  subaccount: string | null
  received: Kobo | null
  fees: Kobo | null
  paidAt: Date | null
  isOver: boolean
  begunAt: Date
  lines: LockedLine[]
}

/** A payment with its lines, locked until this transaction ends. Refuses: not_found. */
export async function lockPayment(tx: Tx, id: OnlinePaymentId): Promise<LockedPayment> {
  await tx.run(sql`select from app.online_payment where payment_id = ${id} for no key update`)
  const found = await tx.maybe<LockedPayment>(sql`
    select p.payment_id as id, p.member_id, coalesce(m.first_name || ' ' || m.last_name, p.sender, 'an unknown sender') as payer, m.email, p.sent_to, p.provider, p.reference, p.status, p.amount, p.surcharge,
      p.subaccount, p.received, p.fees, p.paid_at, p.expires_at < now() as "isOver", p.created_at as "begunAt",
      (select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'kind', l.kind, 'accountTypeId', l.account_type_id, 'loanId', l.loan_id, 'period', to_char(l.period, 'YYYY-MM'), 'amount', l.amount::text) order by l.line), '[]')
        from app.online_payment_line l where l.payment_id = p.payment_id) as lines
    from app.online_payment p left join app.member m using (cooperative_id, member_id) where p.payment_id = ${id}`)
  return found ?? refuse('not_found')
}

const accountsOfPayments = {
  gateway: gatewayCode,
  unallocated: unallocatedCode,
  charges: bankChargesCode,
  otherIncome: sundryIncomeCode,
}
type SocietyAccount = { id: AccountId; code: string; name: string }
export type PaymentAccounts = Record<keyof typeof accountsOfPayments, SocietyAccount>

/** The society's accounts that payments move, which can't be retired. Refuses: payment_accounts_missing. */
export async function findPaymentAccounts(tx: Tx): Promise<PaymentAccounts> {
  const codes = Object.values(accountsOfPayments)
  const rows = await tx.many<SocietyAccount>(sql`
    select account_id as id, code, name from ledger.account where code = any (${codes}::text[]) and retired_at is null and not is_control`)
  const by = (code: string) => rows.find((row) => row.code === code) ?? refuse(paymentAccountsMissing({ code }))
  return {
    gateway: by(gatewayCode),
    unallocated: by(unallocatedCode),
    charges: by(bankChargesCode),
    otherIncome: by(sundryIncomeCode),
  }
}

/** The day on which money moved at the provider; today where the books are closed by then. */
export async function openDay(tx: Tx, day: Day, now: Date): Promise<Day> {
  const today = dayIn(now)
  const { booksBeginOn, closedThrough } = await findOpenDays(tx)
  return day > today || day < booksBeginOn || (closedThrough !== undefined && day <= closedThrough) ? today : day
}
