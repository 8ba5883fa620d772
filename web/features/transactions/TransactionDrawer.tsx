import { Link } from '#web/router/Link.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { TransactionTag, transactionTypeLabels } from '#web/ui/TransactionTag.tsx'
import { periodName } from '#web/ui/format.ts'
import './TransactionDrawer.css'
import type { Transaction } from './api.ts'

/** One movement with everything that is known about it. `officer` adds the way to the member. */
export function TransactionDrawer({ transaction, onClose, officer = false }: { transaction: Transaction | undefined; onClose: () => void; officer?: boolean }) {
  return (
    <Drawer open={transaction !== undefined} onClose={onClose} title={transaction ? transactionTypeLabels[transaction.type] : ''}>
      {transaction && (
        <div className="stack">
          <div>
            <p className="transaction-amount">
              <MoneyText amount={transaction.amount} sign={transaction.direction} />
            </p>
            <TransactionTag status={transaction.status} />
          </div>
          <Facts
            items={[
              { label: 'Date', value: <DateText on={transaction.occurredOn} /> },
              {
                label: 'Member',
                value:
                  transaction.memberId && officer ? (
                    <Link to="/coop/member/$memberId" params={{ memberId: transaction.memberId }}>
                      {transaction.memberName}
                    </Link>
                  ) : (
                    transaction.memberName
                  ),
              },
              { label: 'Membership number', value: transaction.membershipno && <span className="number">{transaction.membershipno}</span> },
              { label: 'Account', value: transaction.account },
              { label: 'For the month', value: transaction.period && periodName(transaction.period) },
              { label: 'Description', value: transaction.description },
              { label: 'Entry', value: transaction.entryNumber !== null && <span className="number">No. {transaction.entryNumber}</span> },
              { label: 'Recorded by', value: transaction.recordedBy },
              { label: 'Recorded', value: <DateText on={transaction.createdAt} time /> },
            ]}
          />
          <p className="muted">Nothing in the books is changed or deleted. A mistake is put right by a reversal that stays visible.</p>
        </div>
      )}
    </Drawer>
  )
}
