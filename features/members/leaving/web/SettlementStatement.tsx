import { kobo, type Kobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import type { Standing } from './api.ts'

/** What is held, what is taken off it and what is paid, line by line. */
export function SettlementStatement({ standing: { statement, leaving } }: { standing: Standing }) {
  const { accounts, interest: earned, loans, fee, net, missing, on, held, setOff } = statement
  const isFixed = leaving?.status === 'waiting' || leaving?.status === 'settled'
  return (
    <Card
      title="Settlement"
      description={
        <>
          {isFixed ? 'As at' : 'If it were settled today,'} <DateText on={on} />
        </>
      }
    >
      {missing > 0n && (
        <Banner tone="danger" title={`${moneyText(missing)} is missing`}>
          More is owed than is held. Take in the missing sum first; nothing is settled before.
        </Banner>
      )}
      <Facts
        items={[
          ...accounts.map(({ name, kind, amount }) => ({
            label: kind === 'shares' ? `${name}, at par` : name,
            value: <MoneyText amount={amount} />,
          })),
          ...earned.map(({ name, from, to, amount }) => ({
            label: `Interest on ${name}`,
            value: (
              <>
                <MoneyText amount={amount} />
                <span className="muted settlement__parts">{`${dayText(from)} to ${dayText(to)}`}</span>
              </>
            ),
          })),
          {
            label: 'Total held',
            value: (
              <strong>
                <MoneyText amount={held} />
              </strong>
            ),
          },
          ...loans.map(({ name, amount, principal, interest, fees, penalties }, index) => ({
            label: `${name} loan${loans.findIndex((loan) => loan.name === name) < index ? ` (${index + 1})` : ''}`,
            value: (
              <>
                <MoneyText amount={off(amount)} />
                <Parts principal={principal} interest={interest} charges={kobo(fees + penalties)} />
              </>
            ),
          })),
          ...(loans.length > 1 ? [{ label: 'Loans together', value: <MoneyText amount={off(setOff)} /> }] : []),
          { label: 'Leaving fee', value: fee > 0n && <MoneyText amount={off(fee)} /> },
        ]}
      />
      <div className="settlement__net">
        <Facts
          items={[
            {
              label: isFixed && leaving?.status === 'settled' ? 'Paid' : 'To be paid',
              value: (
                <strong>
                  <MoneyText amount={net} />
                </strong>
              ),
            },
          ]}
        />
      </div>
    </Card>
  )
}

const off = (amount: Kobo): Kobo => kobo(-amount)

/** What of a loan's settlement is what. */
function Parts({ principal, interest, charges }: { principal: Kobo; interest: Kobo; charges: Kobo }) {
  const parts = [
    [principal, 'principal'],
    [interest, 'interest'],
    [charges, 'fees and penalties'],
  ] as const
  return (
    <span className="muted settlement__parts">
      {parts
        .filter(([amount]) => amount !== 0n)
        .map(([amount, name]) => `${moneyText(amount)} ${name}`)
        .join(', ')}
    </span>
  )
}
