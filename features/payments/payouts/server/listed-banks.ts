import type { ListedBank } from '#features/payments/payouts/rules/provider-banks.ts'
import type { PayoutAccount, PayoutService } from '#platform/payments/payout-port.ts'

/** A list changes a few times a year. */
const keptMilliseconds = 60 * 60 * 1000

const kept = new WeakMap<PayoutService, { banks: ListedBank[]; until: number }>()

/** The provider's banks, which are the same for each society, asked for once an hour. */
export async function listedBanks(
  provider: PayoutService,
  account: PayoutAccount,
): Promise<{ banks: ListedBank[] } | { retryBecause: string }> {
  const known = kept.get(provider)
  if (known && known.until > Date.now()) return known
  const listed = await account.banks()
  if ('banks' in listed) kept.set(provider, { banks: listed.banks, until: Date.now() + keptMilliseconds })
  return listed
}
