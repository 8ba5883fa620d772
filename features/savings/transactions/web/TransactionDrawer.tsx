import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { getTransaction } from '#features/savings/transactions/contract.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { type ReactNode, Suspense, lazy } from 'react'
import { DateText } from '#ui/DateText.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { TransactionTag, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { countText, instantText, moneyText, periodName } from '#ui/format.ts'
import './TransactionDrawer.css'
import type { Transaction, TransactionDetail } from './api.ts'
import { fill } from '#core/fill.ts'
import { tellerNumberOrReference } from '#ui/parts/strings.ts'
import * as strings from './strings.ts'

const ReceiptActions = lazy(async () => ({ default: (await import('#ui/parts/ReceiptActions.tsx')).ReceiptActions }))
const VoucherButton = lazy(async () => ({ default: (await import('./VoucherButton.tsx')).VoucherButton }))
const Proofs = lazy(async () => ({ default: (await import('./Proofs.tsx')).Proofs }))
const DecideTransaction = lazy(async () => ({ default: (await import('./DecideTransaction.tsx')).DecideTransaction }))

/** One movement with everything that is known about it. `officer` adds the way to the member and what can be done; `children` is what is to be seen before it. */
export function TransactionDrawer({
  transaction,
  onClose,
  officer = false,
  children,
}: {
  transaction: Transaction | undefined
  onClose: () => void
  officer?: boolean
  children?: ReactNode
}) {
  return (
    <Drawer
      open={transaction !== undefined}
      onClose={onClose}
      title={transaction ? transactionTypeLabels[transaction.type] : ''}
    >
      {transaction && (
        <Inside key={transaction.id} row={transaction} officer={officer}>
          {children}
        </Inside>
      )}
    </Drawer>
  )
}

/** The row is shown at once; what was decided about it follows. */
function Inside({ row, officer, children }: { row: Transaction; officer: boolean; children: ReactNode }) {
  const asked = useQuery(query(getTransaction, { transactionId: row.id }))
  const detail = asked.data
  const transaction = detail ?? row
  const isExpense = transaction.type === 'expense' || transaction.type === 'income'
  const isReceived = transaction.type === 'income' || transaction.type === 'remittance'
  return (
    <div className="stack">
      <div>
        <p className="transaction-amount">
          <MoneyText amount={transaction.amount} sign={transaction.direction ?? undefined} />
        </p>
        <TransactionTag status={transaction.status} />
      </div>
      {transaction.status === 'pending' && !officer && <p>{strings.anOfficerChecksThisNothing}</p>}
      <Facts
        items={[
          { label: strings.date, value: <DateText on={transaction.occurredOn} /> },
          {
            label: strings.member,
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
            label: strings.membershipNumber,
            value: transaction.membershipno && <span className="number">{transaction.membershipno}</span>,
          },
          { label: isReceived ? strings.receivedFrom : strings.paidTo, value: transaction.party },
          { label: isExpense ? strings.whatFor : strings.account, value: transaction.account },
          {
            label:
              transaction.direction === 'in' || isReceived || transaction.type === 'charge'
                ? strings.paidTo
                : strings.paidFrom,
            value: transaction.paidThrough,
          },
          {
            label: detail?.pair?.direction === 'in' ? strings.movedTo : strings.movedFrom,
            value:
              detail?.pair &&
              (detail.pair.memberName === transaction.memberName
                ? detail.pair.account
                : fill(strings.accountOfMember, { account: detail.pair.account, memberName: detail.pair.memberName })),
          },
          ...(detail?.lines ?? []).map(({ code, name, debit, credit }) => ({
            label: `${code} ${name}`,
            value:
              debit > 0n
                ? fill(strings.debitDebit, { debit: moneyText(debit) })
                : fill(strings.creditCredit, { credit: moneyText(credit) }),
          })),
          { label: strings.forTheMonth, value: transaction.period && periodName(transaction.period) },
          ...(transaction.reference ? [{ label: tellerNumberOrReference, value: transaction.reference }] : []),
          { label: strings.description, value: transaction.description },
          {
            label: strings.entry,
            value: transaction.entryNumber !== null && (
              <span className="number">{fill(strings.entryNumber, { entryNumber: transaction.entryNumber })}</span>
            ),
          },
          {
            label: strings.receipt,
            value: detail?.receiptNumber && <span className="number">{detail.receiptNumber}</span>,
          },
          {
            label: strings.voucher,
            value:
              detail?.voucher &&
              !detail.pair &&
              detail.voucher.lines > 1 &&
              fill(strings.linesPaymentsTotal, {
                lines: countText(detail.voucher.lines),
                total: moneyText(detail.voucher.total),
              }),
          },
          { label: strings.recordedBy, value: transaction.recordedBy },
          { label: strings.recorded, value: <DateText on={transaction.createdAt} time /> },
          {
            label: strings.approvals,
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
            {strings.seeWhatEachMemberGets}
          </Link>
        </p>
      )}
      {transaction.loanId && (
        <p>
          <Link
            to={officer ? '/coop/loan-management/$loanId' : '/member/loans/$loanId'}
            params={{ loanId: transaction.loanId }}
          >
            {strings.seeTheLoan}
          </Link>
        </p>
      )}
      <Suspense>{children}</Suspense>
      {asked.isError && <LoadProblem title={strings.failedToGetFinancialRecords} of={asked} />}
      <Suspense>{detail?.receiptNumber && detail.memberId && <ReceiptActions transactionId={detail.id} />}</Suspense>
      <Suspense>{detail && isExpense && <VoucherButton transaction={detail} />}</Suspense>
      <Suspense>{detail?.type === 'deposit' && <Proofs transactionId={detail.id} />}</Suspense>
      <Suspense>{detail && isExpense && <Proofs transactionId={detail.id} of="bill" />}</Suspense>
      <Suspense>{officer && detail?.record === 'transaction' && <DecideTransaction transaction={detail} />}</Suspense>
      <p className="muted">{strings.nothingInTheBooksIs}</p>
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
  const who = given.map(({ by, alone }) => (alone ? fill(strings.whoRecordedItNoOther, { by }) : by)).join('; ')
  return (
    <>
      {waits ? fill(strings.givenOfAskedWho, { given: given.length, asked, who: who === '' ? '' : `: ${who}` }) : who}
    </>
  )
}

const decisionLabels = labelled({ approved: strings.approved, rejected: strings.rejected, reversed: strings.reversed })

function toldDecision({ decision, by, at, reason, entryNumber }: TransactionDetail['decisions'][number]) {
  return [
    { label: decisionLabels[decision], value: `${by}, ${instantText(at)}` },
    { label: strings.reason, value: reason },
    {
      label: strings.reversingEntry,
      value: entryNumber !== null && <span className="number">{fill(strings.entryNumber, { entryNumber })}</span>,
    },
  ]
}
