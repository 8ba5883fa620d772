import { CircleCheck, TriangleAlert } from 'lucide'
import { Suspense, lazy } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText, plural } from '#ui/format.ts'
import './ReconciliationStatement.css'
import type { Reconciliation } from './api.ts'

const PrintStatement = lazy(async () => ({ default: (await import('./PrintStatement.tsx')).PrintStatement }))

/** The bank's balance, led line by line to the balance of the books. */
export function ReconciliationStatement({ found: { accountId, figures, proposals } }: { found: Reconciliation }) {
  if (!figures) return null
  const {
    asOf,
    statement,
    deposits,
    depositsCount,
    payments,
    paymentsCount,
    expected,
    books,
    difference,
    notInBooks,
    notInBooksCount,
    unexplained,
  } = figures
  return (
    <Card
      title={`Reconciliation of ${dayText(asOf)}`}
      actions={
        difference === 0n ? (
          <Tag tone="success" icon={CircleCheck}>
            Agrees with the books
          </Tag>
        ) : (
          <Tag tone="warning" icon={TriangleAlert}>
            Differs
          </Tag>
        )
      }
    >
      <div className="stack reconciliation">
        <Facts
          items={[
            { label: 'Balance by the statement', value: <MoneyText amount={statement} /> },
            { label: `Plus deposits not yet on it (${depositsCount})`, value: <MoneyText amount={deposits} /> },
            { label: `Less payments not yet on it (${paymentsCount})`, value: <MoneyText amount={payments} /> },
            { label: 'Adjusted statement balance', value: <MoneyText amount={expected} /> },
            { label: 'Balance by the books', value: <strong>{<MoneyText amount={books} />}</strong> },
            { label: 'Difference', value: <strong>{<MoneyText amount={difference} />}</strong> },
          ]}
        />
        {notInBooksCount > 0 && (
          <Banner>
            {plural(notInBooksCount, 'line')} of the statement, <MoneyText amount={notInBooks} />
            {notInBooksCount === 1 ? ', is' : ' together, are'} not in the books yet.
            {unexplained === 0n ? (
              ' That is the whole difference.'
            ) : (
              <>
                {' '}
                Then <MoneyText amount={unexplained} /> is still unexplained.
              </>
            )}
          </Banner>
        )}
        {notInBooksCount === 0 && unexplained !== 0n && (
          <Banner tone="warning">
            <MoneyText amount={unexplained} /> is unexplained. It was there before the first statement, or days between
            two statements are missing.
          </Banner>
        )}
        <Suspense>
          <PrintStatement accountId={accountId} />
        </Suspense>
        {proposals > 0 && (
          <p className="muted">
            {plural(proposals, 'proposed match', 'proposed matches')} counted as matched. Confirm or reject each match.
          </p>
        )}
      </div>
    </Card>
  )
}
