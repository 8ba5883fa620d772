import type { AccountId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { chargesCodeFor } from '#features/accounting/reconciliation/rules/suggest.ts'
import { prefillSearch } from '#features/savings/transactions/rules/prefill.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { BankLine } from './api.ts'

/** The address parameters that open a form filled in with this line of the bank, and lead back here. */
export function enterSearch(
  accountId: AccountId,
  { id, on, amount, narration }: BankLine,
  { record, ...chosen }: { record: 'expense' | 'income' | 'deposit'; code?: string; membershipno?: string },
): Record<string, string | undefined> {
  const sum = amount < 0n ? kobo(-amount) : amount
  return {
    record,
    ...prefillSearch({
      amount: sum,
      occurredOn: on,
      description: narration,
      paidThrough: accountId,
      bankLineId: id,
      ...chosen,
    }),
    back: 'reconciliation',
  }
}

/** Opens the expense form with this line of the bank; charges of the bank propose their account. */
export function EnterLink({ accountId, line }: { accountId: AccountId; line: BankLine }) {
  return (
    <Link
      needs="transaction.record"
      className={buttonClass('secondary', 'small')}
      to="/coop/financial-operations/transactions"
      search={enterSearch(accountId, line, { record: 'expense', code: chargesCodeFor(line.narration) })}
      aria-label={`Enter it: ${line.narration}`}
    >
      Enter it
    </Link>
  )
}
