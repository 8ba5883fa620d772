import type { EnquiryFailure } from '#features/members/members/rules/account-enquiry.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import { type ListedBank, listedCodeOf } from '#features/payments/payouts/rules/provider-banks.ts'
import type { Services } from '#platform/context.ts'
import { openPayoutKey } from '#platform/credentials/payout-key.ts'
import type { NamesStep } from '#platform/db/payouts.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { PayoutAccount } from '#platform/payments/payout-port.ts'
import { findUnnamedAccounts, findUsedKey } from './queries.ts'
import { listedBanks } from './listed-banks.ts'
import { saveEnquiry } from './store.ts'

type Said = { name: string } | { failure: EnquiryFailure }

/** After so many in a row without an answer the others are not asked. */
const unansweredMax = 3

/** Asks the provider, one account after the other, in whose name each is that a batch pays for the first time, or to which a member is now paid, and keeps each answer. */
export async function askNames(services: Services, { cooperative, ...of }: NamesStep): Promise<void> {
  const { database, payouts, secret } = services
  const inCooperative = <T>(work: (tx: Tx) => Promise<T>) =>
    database.tenant({ cooperativeId: cooperative, role: 'coop_admin' }, work)
  const found = await inCooperative(async (tx) => ({
    key: await findUsedKey(tx, payouts?.name),
    accounts: await findUnnamedAccounts(tx, of),
  }))
  if (!payouts || !found.key || found.accounts.length === 0) return
  const account = payouts.open(openPayoutKey(secret, found.key.id, found.key.sealed))
  const listed = await listedBanks(payouts, account)
  let unanswered = 'banks' in listed ? 0 : unansweredMax
  for (const details of found.accounts) {
    const said: Said =
      'banks' in listed && unanswered < unansweredMax
        ? await ask(account, listed.banks, details)
        : { failure: 'unavailable' }
    unanswered = 'failure' in said && said.failure === 'unavailable' ? unanswered + 1 : 0
    await inCooperative((tx) => saveEnquiry(tx, cooperative, details, said))
  }
}

async function ask(account: PayoutAccount, listed: readonly ListedBank[], details: BankDetails): Promise<Said> {
  const bankCode = listedCodeOf(listed, details.bankName)
  if (bankCode === undefined) return { failure: 'bank_unlisted' }
  const said = await account.holderOf({ ...details, bankCode })
  if ('name' in said) return said
  return { failure: 'unknown' in said ? 'unknown' : 'unavailable' }
}
