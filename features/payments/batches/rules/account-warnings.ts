import { type BankDetails, fitsBank } from '#features/members/members/rules/bank-details.ts'
import { foldForSearch } from '#core/searching.ts'
import { type AccountWarning, accountWarnings } from './payment-batch.ts'

type Payee = BankDetails & {
  memberName: string
  /** No payment to this account has been confirmed yet: it is new, or was changed. */
  isFirst: boolean
  /** Another member is paid to the same account. */
  isShared: boolean
  /** In whose name the bank has the account; null where it is not known. */
  holderName: string | null
}

export function warningsOf({ memberName, isFirst, isShared, holderName, ...details }: Payee): AccountWarning[] {
  const found: Record<AccountWarning, boolean> = {
    mistyped: !fitsBank(details),
    first_payment: isFirst,
    shared_account: isShared,
    other_name: !isNamedFor(details.accountName, memberName),
    other_holder: holderName !== null && !isNamedFor(holderName, memberName),
  }
  return accountWarnings.filter((warning) => found[warning])
}

/** Whether an account is in a member's name: two of their names are on it, in any order, or the only one. */
export function isNamedFor(accountName: string, memberName: string): boolean {
  const words = (text: string) =>
    foldForSearch(text)
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1)
  const onAccount = new Set(words(accountName))
  const names = new Set(words(memberName))
  return [...names].filter((name) => onAccount.has(name)).length >= Math.min(2, names.size)
}
