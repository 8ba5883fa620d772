import { labelled } from '#domain/words.ts'
import { useQuery } from '@tanstack/react-query'
import { getTransaction } from '#contract/money/transactions.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { Suspense, lazy } from 'react'
import { DateText } from '#web/ui/DateText.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { TransactionTag, transactionTypeLabels } from '#web/parts/TransactionTag.tsx'
import { countText, instantText, moneyText, periodName } from '#web/ui/format.ts'
import './TransactionDrawer.css'
import { type Transaction, type TransactionDetail } from './api.ts'

const ReceiptActions = lazy(async () => ({ default: (await import('#web/parts/ReceiptActions.tsx')).ReceiptActions }))
const VoucherButton = lazy(async () => ({ default: (await import('./VoucherButton.tsx')).VoucherButton }))
const Proofs = lazy(async () => ({ default: (await import('./Proofs.tsx')).Proofs }))
const DecideTransaction = lazy(async () => ({ default: (await import('./DecideTransaction.tsx')).DecideTransaction }))

/** One movement with everything that is known about it. `officer` adds the way to the member and what can be done. */
export function TransactionDrawer({
  transaction,
  onClose,
  officer = false,
}: {
  transaction: Transaction | undefined
  onClose: () => void
  officer?: boolean
}) {
  return (
    <Drawer
      open={transaction !== undefined}
      onClose={onClose}
      title={transaction ? transactionTypeLabels[transaction.type] : ''}
    >
      {transaction && <Inside key={transaction.id} row={transaction} officer={officer} />}
    </Drawer>
  )
}

/** The row is shown at once; what was decided about it follows. */
function Inside({ row, officer }: { row: Transaction; officer: boolean }) {
  const asked = useQuery(query(getTransaction, { transactionId: row.id }))
  const detail = asked.data
  const transaction = detail ?? row
  const isExpense = transaction.type === 'expense' || transaction.type === 'income'
  return (
    <div className="stack">
      <div>
        <p className="transaction-amount">
          <MoneyText amount={transaction.amount} sign={transaction.direction ?? undefined} />
        </p>
        <TransactionTag status={transaction.status} />
      </div>
      {transaction.status === 'pending' && !officer && (
        <p>An officer checks this. Nothing has moved on your account yet.</p>
      )}
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
          {
            label: 'Membership number',
            value: transaction.membershipno && <span className="number">{transaction.membershipno}</span>,
          },
          { label: transaction.type === 'income' ? 'Received from' : 'Paid to', value: transaction.party },
          { label: isExpense ? 'What for' : 'Account', value: transaction.account },
          {
            label: transaction.direction === 'in' || transaction.type === 'charge' ? 'Paid to' : 'Paid from',
            value: transaction.paidThrough,
          },
          {
            label: detail?.pair?.direction === 'in' ? 'Moved to' : 'Moved from',
            value:
              detail?.pair &&
              `${detail.pair.account}${detail.pair.memberName === transaction.memberName ? '' : ` of ${detail.pair.memberName}`}`,
          },
          ...(detail?.lines ?? []).map(({ code, name, debit, credit }) => ({
            label: `${code} ${name}`,
            value: debit > 0n ? `Debit ${moneyText(debit)}` : `Credit ${moneyText(credit)}`,
          })),
          { label: 'For the month', value: transaction.period && periodName(transaction.period) },
          { label: 'Description', value: transaction.description },
          {
            label: 'Entry',
            value: transaction.entryNumber !== null && <span className="number">No. {transaction.entryNumber}</span>,
          },
          { label: 'Receipt', value: detail?.receiptNumber && <span className="number">{detail.receiptNumber}</span> },
          {
            label: 'Voucher',
            value:
              detail?.voucher &&
              !detail.pair &&
              detail.voucher.lines > 1 &&
              `${countText(detail.voucher.lines)} payments, ${moneyText(detail.voucher.total)}`,
          },
          { label: 'Recorded by', value: transaction.recordedBy },
          { label: 'Recorded', value: <DateText on={transaction.createdAt} time /> },
          {
            label: 'Approvals',
            value: detail?.approvals && (
              <Approvals approvals={detail.approvals} waits={transaction.status === 'pending'} />
            ),
          },
          ...(detail?.decisions ?? []).flatMap(toldDecision),
        ]}
      />
      {officer && transaction.type === 'dividend' && transaction.memberId === null && (
        <p>
          <Link to="/coop/financial-operations/surplus" search={{ tab: 'dividends' }}>
            See what each member gets
          </Link>
        </p>
      )}
      {asked.isError && <LoadProblem title="Failed to get financial records" of={asked} />}
      <Suspense>{detail?.receiptNumber && detail.memberId && <ReceiptActions transactionId={detail.id} />}</Suspense>
      <Suspense>{detail && isExpense && <VoucherButton transaction={detail} />}</Suspense>
      <Suspense>{detail?.type === 'deposit' && <Proofs transactionId={detail.id} />}</Suspense>
      <Suspense>{detail && isExpense && <Proofs transactionId={detail.id} of="bill" />}</Suspense>
      <Suspense>{officer && detail && <DecideTransaction transaction={detail} />}</Suspense>
      <p className="muted">
        Nothing in the books is changed or deleted. A mistake is put right by a reversal that stays visible.
      </p>
    </div>
  )
}

/** Who approved so far; that whoever recorded it approved it is said, as the books have to. */
function Approvals({
  approvals: { asked, given },
  waits,
}: {
  approvals: NonNullable<TransactionDetail['approvals']>
  waits: boolean
}) {
  const who = given.map(({ by, alone }) => (alone ? `${by}, who recorded it (no other officer)` : by)).join('; ')
  return <>{waits ? `${given.length} of ${asked}${who === '' ? '' : `: ${who}`}` : who}</>
}

const decisionLabels = labelled({ approved: 'Approved', rejected: 'Rejected', reversed: 'Reversed' })

function toldDecision({ decision, by, at, reason, entryNumber }: TransactionDetail['decisions'][number]) {
  return [
    { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
    { label: 'Reason', value: reason },
    { label: 'Reversing entry', value: entryNumber !== null && <span className="number">No. {entryNumber}</span> },
  ]
}
