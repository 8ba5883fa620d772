import { Check, X } from 'lucide'
import { rejectWriteOff, approveWriteOff } from '#features/loans/write-offs/contract.ts'
import { useState } from 'react'
import { leftToRecover } from '#features/loans/loans/rules/write-off.ts'
import { kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { LoanDetail } from './api.ts'
import { fill, fillCount } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

type WriteOff = NonNullable<LoanDetail['writeOff']>

/** A loan that is written off, or for which that is asked. */
export function LostLoan({ loan, officer }: { loan: LoanDetail; officer: boolean }) {
  const { writeOff } = loan
  if (loan.status !== 'written_off') return writeOff && <Waiting writeOff={writeOff} />
  return (
    <>
      <Standing loan={loan} />
      {officer ? (
        writeOff && (
          <Banner
            title={fill(strings.writtenOffOnAskedBy, {
              on: writeOff.on ? dayText(writeOff.on) : '',
              askedBy: writeOff.askedBy,
            })}
          >
            <p>{writeOff.reason}</p>
            {writeOff.approvals.given.length > 0 && (
              <p>{fill(strings.approvedBy, { join: writeOff.approvals.given.map(({ by }) => by).join(', ') })}</p>
            )}
            <p>
              {fillElements(strings.theProvisionForLoanLosses, {
                fromProvision: <MoneyText amount={writeOff.fromProvision ?? kobo(0)} />,
              })}{' '}
              {fillElements(strings.whatComesInNowIs, {
                amount: <MoneyText amount={kobo(writeOff.amount - (writeOff.fromProvision ?? 0n))} />,
              })}
            </p>
          </Banner>
        )
      ) : (
        <Banner title={strings.thisLoanWasWrittenOff}>{strings.theCooperativeNoLongerCounts}</Banner>
      )}
    </>
  )
}

function Standing({ loan }: { loan: LoanDetail }) {
  const { writtenOff, recovered, paid } = loan
  const left = leftToRecover(loan)
  return (
    <FigureGrid label={strings.loanFigures}>
      <FigureCard
        label={strings.writtenOff}
        value={<MoneyText amount={writtenOff} />}
        note={fill(strings.principalOfPaidOut, { disbursed: moneyText(loan.disbursed) })}
      />
      <FigureCard
        label={strings.paidSinceThen}
        value={<MoneyText amount={recovered} />}
        note={
          recovered === 0n
            ? strings.nothingCameInYet
            : left === 0n
              ? strings.allOfIt
              : fill(strings.ofWrittenOff, { writtenOff: moneyText(writtenOff) })
        }
      />
      <FigureCard
        label={strings.stillUnpaid}
        value={<MoneyText amount={left} />}
        note={left === 0n ? strings.nothingIsLeft : strings.noDayIsSetFor}
      />
      <FigureCard
        label={strings.repaidBefore}
        value={<MoneyText amount={paid.principal} />}
        note={fill(strings.principalAndInterest, { interest: moneyText(paid.interest) })}
      />
    </FigureGrid>
  )
}

/** Somebody asked for the write-off, and it waits. */
function Waiting({ writeOff }: { writeOff: WriteOff }) {
  const [isRejecting, setRejecting] = useState(false)
  const approve = useAction(approveWriteOff)
  const { id: writeOffId, amount, askedBy, reason, approvals, releasesPledges, on } = writeOff
  return (
    <>
      <Banner
        tone="warning"
        title={fill(on ? strings.asksToWriteOffAsOf : strings.asksToWriteOff, {
          askedBy,
          amount: moneyText(amount),
          on: on && dayText(on),
        })}
      >
        <p>{reason}</p>
        {releasesPledges && <p>{strings.guarantorsWouldBeReleased}</p>}
        <p>
          {approvals.given.length === 0
            ? fill(strings.itTakes, { asked: fillCount(approvals.asked, strings.countApproval) })
            : fill(strings.approvedByNeeded, {
                join: approvals.given.map(({ by }) => by).join(', '),
                asked: approvals.asked,
              })}{' '}
          {!approvals.open && strings.anotherOfficerHasToApprove}
        </p>
        {approve.error && <p role="alert">{sentence(approve.error)}</p>}
        <div className="row">
          {approvals.open && (
            <Button
              needs="loan.write_off"
              look="primary"
              icon={Check}
              busy={approve.isPending}
              onClick={() =>
                approve.mutate(
                  { writeOffId },
                  {
                    onSuccess: ({ status }) =>
                      toast.success(
                        status === 'written_off'
                          ? fill(strings.amountWrittenOff, { amount: moneyText(amount) })
                          : strings.approvedItWaitsForAnother,
                      ),
                  },
                )
              }
            >
              {fill(strings.approveTheWriteOffOf, { amount: moneyText(amount) })}
            </Button>
          )}
          <Button needs="loan.write_off" icon={X} onClick={() => setRejecting(true)}>
            {strings.turnDown}
          </Button>
        </div>
      </Banner>
      {isRejecting && <RejectDialog writeOff={writeOff} onClose={() => setRejecting(false)} />}
    </>
  )
}

function RejectDialog({ writeOff, onClose }: { writeOff: WriteOff; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={rejectWriteOff}
      input={{ writeOffId: writeOff.id }}
      title={strings.turnDownThisWriteOff}
      description={strings.theLoanRunsOnAs}
      button={strings.turnDown}
      failed={strings.theWriteOffWasNot}
      done={strings.turnedDownTheLoanRuns}
      onClose={onClose}
    />
  )
}
