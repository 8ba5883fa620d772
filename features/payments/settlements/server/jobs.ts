import type { CooperativeId, ProviderSettlementId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { t } from '#core/sentence.ts'
import { doubtInSettlement } from '#features/payments/online-payments/rules/doubt.ts'
import { isSameSubaccount } from '#features/payments/online-payments/rules/subaccount.ts'
import type { Services } from '#platform/context.ts'
import { areOfOthers, type SettlementStep } from '#platform/db/payments.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers, notifyPlatformOnce } from '#features/access/notifications/server/notify-members.ts'
import { saveUnclaimedMoney } from '#features/platform-admin/unclaimed-money/server/save-unclaimed-money.ts'
import { hintAfter } from '#platform/live/hints.ts'
import type {
  DoubtfulRow,
  PaymentProvider,
  ProviderSettlement,
  SettledPayment,
} from '#platform/payments/payment-port.ts'
import { findLook, findSettlement, findUnknown } from './reads.ts'
import { upsertSettlement } from './writes.ts'

type WithSettlements = PaymentProvider & Required<Pick<PaymentProvider, 'settlementsSince' | 'paymentsOf'>>

/**
 * Reads what the provider has paid to the bank of a society, and tells the officers what to post. The provider is asked outside
 * any transaction, and what is stored already is not asked for again. One that can't be read or stored holds up no other. Throws
 * where another try can help.
 */
export async function receiveSettlements(services: Services, { settlementsOf: id }: SettlementStep): Promise<void> {
  const { database, payments: provider } = services
  if (!hasSettlements(provider)) return
  const inCooperative: Reading['inCooperative'] = (work) =>
    database.tenant({ cooperativeId: id, role: 'coop_admin' }, work)
  const { from, subaccounts, paid } = await inCooperative((tx) => findLook(tx, provider.name))
  if (from === null) return
  const reading: Reading = { services, provider, id, from, inCooperative }
  const failures: unknown[] = []
  for (const subaccount of subaccounts) {
    if (subaccount === null && provider.needsSubaccount) continue
    const listed = await provider.settlementsSince(subaccount, from)
    if ('retryBecause' in listed) {
      failures.push(new Error(listed.retryBecause))
      continue
    }
    for (const { id: number, doubt } of listed.doubtful.filter((each) => !paid.includes(each.id)))
      await tellOfDoubt(reading, { number, doubt, isOurs: !provider.listsAllSettlements })
    for (const settlement of listed.settlements.filter((each) => !paid.includes(each.id)))
      await receiveSettlement(reading, subaccount, settlement).catch((error: unknown) => failures.push(error))
  }
  const [first] = failures
  if (first) throw first
}

type Reading = {
  services: Services
  provider: WithSettlements
  id: CooperativeId
  from: Date
  inCooperative: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

async function receiveSettlement(
  reading: Reading,
  subaccount: string | null,
  settlement: ProviderSettlement,
): Promise<void> {
  const { services, provider, id, from, inCooperative } = reading
  const { database, log } = services
  const { id: number } = settlement
  const reply = await provider.paymentsOf(number)
  if ('retryBecause' in reply) throw new Error(reply.retryBecause)
  const { payments, doubtful } = reply
  const references = payments.map(({ reference }) => reference)
  const unknown = await inCooperative((tx) => findUnknown(tx, provider.name, references))
  const isOurs = unknown.length < payments.length || !provider.listsAllSettlements
  const doubt = doubtful[0]?.doubt ?? doubtInSettlement(settlement, payments, { from, now: new Date() })
  if (doubt) return tellOfDoubt(reading, { number, doubt, isOurs })
  if (await database.jobs((tx) => areOfOthers(tx, id, unknown))) {
    log.warn({ provider: provider.name }, 'a settlement has payments of another society and is left out')
    // Where the list is of all sub-accounts, most are others' altogether.
    if (isOurs)
      await saveUnclaimedMoney(
        database,
        {
          ...{ kind: 'settlement', provider: provider.name, reference: number },
          ...{ amount: settlement.net, sentTo: null, cooperativeId: id },
        },
        t(
          'The payment provider listed settlement {number} for a cooperative, with payments of another. It was left out. Ask the payment provider.',
          { number },
        ),
      )
  } else if (await isOfOthers(provider, subaccount, unknown, payments.length))
    log.warn({ provider: provider.name }, 'a settlement has payments of another sub-account and is left out')
  else await inCooperative((tx) => keepSettlement(tx, id, provider.name, settlement, payments))
}

/** Once, although the clock reads it every day. What may be another society's is told to the platform alone. */
async function tellOfDoubt(
  { services: { database }, id: cooperativeId, inCooperative }: Reading,
  { number, doubt, isOurs }: { number: string; doubt: DoubtfulRow['doubt']; isOurs: boolean },
): Promise<void> {
  const figures = { amount: t('an amount'), charge: t('a charge'), date: t('a date'), number: t('a number') }
  const message = t(
    'The payment provider reported {figure} that can’t be right for settlement {number}. It can’t be posted. Ask the payment provider.',
    { figure: figures[doubt], number },
  )
  const link = isOurs ? (`/superadmin/cooperatives/${cooperativeId}` as const) : '/superadmin/health'
  if (!(await notifyPlatformOnce(database, { message, link })) || !isOurs) return
  await inCooperative(async (tx) => {
    notifyOfficers(tx, cooperativeId, {
      type: 'warning',
      message,
      link: '/coop/financial-operations/online-payments?tab=settlements',
    })
  })
}

function hasSettlements(provider: PaymentProvider | undefined): provider is WithSettlements {
  return provider?.settlementsSince !== undefined && provider.paymentsOf !== undefined
}

/** More payments than these are not looked at one by one. */
const unknownMax = 50

/** A list that ignored the sub-account would show one society the payments of another: each that is not ours is verified. */
async function isOfOthers(
  provider: PaymentProvider,
  subaccount: string | null,
  unknown: readonly string[],
  count: number,
): Promise<boolean> {
  if (count === 0 || unknown.length > unknownMax) return true
  // The sandbox has no sub-accounts, and so no settlement that is known to be this society's but by its payments.
  if (!provider.needsSubaccount) return unknown.length === count
  for (const reference of unknown) {
    const said = await provider.verify(reference)
    if ('retryBecause' in said) throw new Error(said.retryBecause)
    if (said.outcome !== 'paid' || !isSameSubaccount(said.subaccount, subaccount)) return true
  }
  return false
}

async function keepSettlement(
  tx: Tx,
  cooperativeId: CooperativeId,
  provider: string,
  settlement: ProviderSettlement,
  payments: readonly SettledPayment[],
): Promise<void> {
  const id = await upsertSettlement(tx, cooperativeId, provider, settlement, payments)
  hintAfter(tx, {
    topics: ['financial/approvals', 'financial/online-payments'],
    cooperativeId,
    officers: true,
    members: [],
  })
  if (id && settlement.status === 'paid') await announceEnquiry(tx, cooperativeId, id)
}

async function announceEnquiry(tx: Tx, cooperativeId: CooperativeId, id: ProviderSettlementId): Promise<void> {
  const { net, number, differences, isSum } = await findSettlement(tx, id)
  const differs = differences > 0 || !isSum
  notifyOfficers(tx, cooperativeId, {
    type: differs ? 'warning' : 'info',
    message: differs
      ? t(
          'The payment provider paid {net} to the bank (settlement {number}). It differs from the books. Check it, then post it.',
          { net: moneyText(net), number },
        )
      : t('The payment provider paid {net} to the bank (settlement {number}). Post it.', {
          net: moneyText(net),
          number,
        }),
    link: '/coop/financial-operations/online-payments?tab=settlements',
  })
}
