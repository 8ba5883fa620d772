import { useQuery } from '@tanstack/react-query'
import { listGuarantees } from '#features/loans/guarantees/contract.ts'
import { HandCoins } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { agreedStatuses } from '#features/loans/loans/rules/agreed-statuses.ts'
import { guaranteeStatusLabels, stillAsks } from '#features/loans/loans/rules/guarantee.ts'
import { loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import { instalmentsInWords } from '#features/loans/loans/rules/repaid-every.ts'
import { query } from '#ui/api/query.ts'
import { HrefLink } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { instantText } from '#ui/format.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import type { Guarantee } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const AgreementButton = lazy(async () => ({ default: (await import('#ui/parts/AgreementButton.tsx')).AgreementButton }))

type Answering = { guarantee: Guarantee; accepts: boolean }

/** What the member is asked to guarantee and what they guarantee, with what each pledges of their savings. */
export function GuaranteesPage() {
  const asked = useQuery(query(listGuarantees, {}))
  const [answering, setAnswering] = useState<Answering>()
  const all = asked.data?.guarantees ?? []
  return (
    <Page title={strings.myGuarantees} description={strings.loansOfOthersForWhich}>
      <FigureGrid label={strings.whatYouCouldPledge}>
        <FigureCard
          label={strings.availableToPledge}
          loading={asked.isPending}
          value={asked.data && <MoneyText amount={asked.data.capacity} />}
          note={strings.ofYourSavings}
        />
        <FigureCard
          label={strings.pledgedForOthers}
          loading={asked.isPending}
          value={asked.data && <MoneyText amount={asked.data.held} />}
          note={strings.lessWithEachRepayment}
        />
      </FigureGrid>
      {asked.isError && <LoadProblem title={strings.failedToLoadYourGuarantees} of={asked} />}
      {asked.isPending && (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
      {asked.data && all.length === 0 && (
        <Card>
          <EmptyState
            icon={HandCoins}
            title={strings.noRequestsYet}
            actions={<HrefLink href="/member/loans">{strings.seeYourOwnLoans}</HrefLink>}
          >
            {strings.whenAMemberNamesYou}
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
  const isOpen = status === 'asked' && stillAsks(guarantee)
  return (
    <Card title={fill(strings.loanOf, { loan, borrower })}>
      <div className="stack">
        <div>
          <Tag tone={status === 'asked' && !isOpen ? 'neutral' : tones[status]}>
            {status === 'asked'
              ? isOpen
                ? strings.waitsForYou
                : strings.noLongerAsked
              : (guaranteeStatusLabels[status] ?? status)}
          </Tag>
        </div>
        <Facts
          items={[
            { label: strings.amount, value: <MoneyText amount={principal} /> },
            {
              label: isOpen ? strings.pledgeFromYourSavings : strings.youPledged,
              value: amount > 0n ? <MoneyText amount={amount} /> : strings.nothingYourWordAlone,
            },
            {
              label: strings.alreadyPledged,
              value: alreadyHeld > 0n && (
                <>{fillElements(strings.forTheLoanThatThis, { alreadyHeld: <MoneyText amount={alreadyHeld} /> })}</>
              ),
            },
            {
              label: strings.amountPledged,
              value: status === 'accepted' && amount > 0n && <MoneyText amount={held} />,
            },
            { label: strings.youPaidForTheBorrower, value: recovered > 0n && <MoneyText amount={recovered} /> },
            { label: strings.purpose, value: purpose },
            { label: strings.instalments, value: instalmentsInWords(instalments, repaidEvery) },
            { label: strings.loan, value: loanStatusLabels[loanStatus] },
            {
              label: strings.membershipNumber,
              value: <span className="number">{membershipno.split('/').at(-1)}</span>,
            },
            { label: answeredAt ? strings.answered : strings.asked, value: instantText(answeredAt ?? askedAt) },
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
            <Button onClick={() => onAnswer(false)}>{strings.decline}</Button>
            <Button look="primary" disabled={whyNot !== null} onClick={() => onAnswer(true)}>
              {strings.accept}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
