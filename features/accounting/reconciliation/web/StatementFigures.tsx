import { kobo } from '#core/money.ts'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText } from '#ui/format.ts'
import type { Reconciliation, StatementRead } from './api.ts'

/** What a statement comes to: its account, its days, and how its balance gets from the first to the last. */
export function StatementFigures({ account, read }: { account: Reconciliation; read: StatementRead }) {
  const { lines, known, from, to, opening, moneyIn, moneyOut, closing, accountNumber } = read
  const figures = [
    { label: 'Account', value: `${account.code} ${account.name}` },
    { label: 'Lines', value: <span className="number">{countText(lines)}</span> },
    { label: 'There already', value: <span className="number">{countText(known)}</span> },
    {
      label: 'Days',
      value: from && to && (
        <>
          <DateText on={from} /> – <DateText on={to} />
        </>
      ),
    },
    { label: 'Opening balance', value: <MoneyText amount={opening} /> },
    { label: 'Plus money in', value: <MoneyText amount={moneyIn} /> },
    { label: 'Less money out', value: <MoneyText amount={moneyOut} /> },
    { label: 'Closing balance', value: <MoneyText amount={closing} /> },
  ]
  const expected = kobo(opening + moneyIn - moneyOut)
  return (
    <>
      <dl className="statement-figures">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {accountNumber !== null && (
        <p className="muted">
          This file is of account {accountNumber}. No number is entered for {account.name}: once these lines are added,
          a file of another account is refused.
        </p>
      )}
      {expected !== closing && (
        <p className="muted">
          These figures come to <MoneyText amount={expected} /> so far: the rows to correct are not in them as they
          should be.
        </p>
      )}
    </>
  )
}
