import { useQuery } from '@tanstack/react-query'
import { listGuarantees } from '#contract/lending/guarantees.ts'
import { HandCoins } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { agreedStatuses } from '#domain/lending/loans/agreed-statuses.ts'
import { guaranteedStatuses, guaranteeStatusLabels } from '#domain/lending/loans/guarantee.ts'
import { loanStatusLabels } from '#domain/lending/loans/loan.ts'
import { instalmentsInWords } from '#domain/lending/loans/repaid-every.ts'
import { query } from '#web/api/query.ts'
import { HrefLink } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { instantText } from '#web/ui/format.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { type Guarantee } from './api.ts'

const AgreementButton = lazy(async () => ({
  default: (await import('#web/parts/AgreementButton.tsx')).AgreementButton,
}))

type Answering = { guarantee: Guarantee; accepts: boolean }

/** What the member is asked to guarantee and what they guarantee, with what each ties up of their savings. */
export function GuaranteesPage() {
  const asked = useQuery(query(listGuarantees, {}))
  const [answering, setAnswering] = useState<Answering>()
  const all = asked.data?.guarantees ?? []
  return (
    <Page title="My guarantees" description="Loans of others for which your savings are pledged, or are asked for.">
      <FigureGrid label="What you could pledge">
        <FigureCard
          label="Free to pledge"
          loading={asked.isPending}
          value={asked.data && <MoneyText amount={asked.data.capacity} />}
          note="of your savings"
        />
        <FigureCard
          label="Tied up for others"
          loading={asked.isPending}
          value={asked.data && <MoneyText amount={asked.data.held} />}
          note="less with each repayment"
        />
      </FigureGrid>
      {asked.isError && <LoadProblem title="Failed to load your guarantees" of={asked} />}
      {asked.isPending && (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
      {asked.data && all.length === 0 && (
        <Card>
          <EmptyState
            icon={HandCoins}
            title="No requests yet"
            actions={<HrefLink href="/member/loans">See your own loans</HrefLink>}
          >
            When a member names you as guarantor, you read here how much it ties up, and accept or decline.
          </EmptyState>
        </Card>
      )}
      {all.map((guarantee) => (
        <GuaranteeCard
          key={guarantee.loanId}
          guarantee={guarantee}
          onAnswer={(accepts) => setAnswering({ guarantee, accepts })}
        />
      ))}
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(undefined)} />}
    </Page>
  )
}

const tones = { asked: 'warning', accepted: 'success', declined: 'neutral', replaced: 'neutral' } as const

function GuaranteeCard({ guarantee, onAnswer }: { guarantee: Guarantee; onAnswer: (accepts: boolean) => void }) {
  const {
    loanId,
    borrower,
    membershipno,
    loan,
    purpose,
    loanStatus,
    principal,
    instalments,
    repaidEvery,
    status,
    amount,
    alreadyHeld,
    held,
    recovered,
    askedAt,
    answeredAt,
    whyNot,
  } = guarantee
  const isOpen = status === 'asked' && guaranteedStatuses.includes(loanStatus)
  return (
    <Card title={`${loan} loan of ${borrower}`}>
      <div className="stack">
        <div>
          <Tag tone={status === 'asked' && !isOpen ? 'neutral' : tones[status]}>
            {status === 'asked'
              ? isOpen
                ? 'Waits for you'
                : 'No longer asked'
              : (guaranteeStatusLabels[status] ?? status)}
          </Tag>
        </div>
        <Facts
          items={[
            { label: 'Amount', value: <MoneyText amount={principal} /> },
            {
              label: isOpen ? 'Ties up of your savings' : 'You pledged',
              value: amount > 0n ? <MoneyText amount={amount} /> : 'Nothing, your word alone',
            },
            {
              label: 'Of that tied up already',
              value: alreadyHeld > 0n && (
                <>
                  <MoneyText amount={alreadyHeld} />, for the loan that this one settles
                </>
              ),
            },
            { label: 'Tied up now', value: status === 'accepted' && amount > 0n && <MoneyText amount={held} /> },
            { label: 'You paid for the borrower', value: recovered > 0n && <MoneyText amount={recovered} /> },
            { label: 'Purpose', value: purpose },
            { label: 'Instalments', value: instalmentsInWords(instalments, repaidEvery) },
            { label: 'Loan', value: loanStatusLabels[loanStatus] },
            { label: 'Membership number', value: <span className="number">{membershipno.split('/').at(-1)}</span> },
            { label: answeredAt ? 'Answered' : 'Asked', value: instantText(answeredAt ?? askedAt) },
          ]}
        />
        {status === 'accepted' && agreedStatuses.includes(loanStatus) && (
          <p>
            <Suspense>
              <AgreementButton loanId={loanId} />
            </Suspense>
          </p>
        )}
        {isOpen && whyNot && <p>{whyNot}</p>}
        {isOpen && (
          <div className="row">
            <Button onClick={() => onAnswer(false)}>Decline</Button>
            <Button look="primary" disabled={whyNot !== null} onClick={() => onAnswer(true)}>
              Accept
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
