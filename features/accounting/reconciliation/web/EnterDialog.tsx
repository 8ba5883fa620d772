import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import type { AccountId } from '#core/ids.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { moneyText } from '#ui/format.ts'
import './EnterDialog.css'
import { enterSearch } from './EnterLink.tsx'
import type { BankLine } from './api.ts'

const transactions = '/coop/financial-operations/transactions'

/** How money that came into the bank is entered: as a deposit of a member, who may be suggested, as other income, or held until its payer is known. An officer chooses. */
export function EnterDialog({
  accountId,
  line,
  onSplit,
  onEmployer,
  onClose,
}: {
  accountId: AccountId
  line: BankLine
  /** Opens the forms of several parts, and of an employer’s months. */
  onSplit: () => void
  onEmployer: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Who paid ${moneyText(line.amount)}?`}
      description={line.narration}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="stack">
        {line.suggestions.length > 0 && (
          <ul className="payers" aria-label="Suggested members">
            {line.suggestions.map(({ memberId, name, membershipno, why }) => (
              <li key={memberId}>
                <div>
                  <strong>{name}</strong> <span className="muted number">{membershipno}</span>
                  <p className="muted">Suggested because {why}.</p>
                </div>
                <Link
                  needs="transaction.record"
                  className={buttonClass('primary')}
                  to={transactions}
                  search={enterSearch(accountId, line, { record: 'deposit', membershipno })}
                >
                  {`Deposit of ${name}`}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {line.suggestions.length === 0 && <p>Neither the narration nor the amount points to a member.</p>}
        <div className="row">
          <Link
            needs="transaction.record"
            className={buttonClass()}
            to={transactions}
            search={enterSearch(accountId, line, { record: 'deposit' })}
          >
            {line.suggestions.length > 0 ? 'Deposit of another member' : 'Deposit of a member'}
          </Link>
          <Link
            needs="transaction.record"
            className={buttonClass()}
            to={transactions}
            search={enterSearch(accountId, line, { record: 'income' })}
          >
            Other income
          </Link>
          <Link
            needs="transaction.record"
            className={buttonClass()}
            to={transactions}
            search={enterSearch(accountId, line, { record: 'income', code: unallocatedCode })}
          >
            I don’t know: hold it
          </Link>
          <Button needs="reconciliation.manage" onClick={onSplit}>
            Split into parts
          </Button>
          <Button needs="deduction.manage" onClick={onEmployer}>
            Remittance of an employer
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
