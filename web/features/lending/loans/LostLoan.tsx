import { Check, X } from 'lucide'
import { rejectWriteOff, approveWriteOff } from '#contract/lending/write-offs.ts'
import { useState } from 'react'
import { leftToRecover } from '#domain/lending/loans/write-off.ts'
import { kobo } from '#domain/money.ts'
import { useAction } from '#web/api/use-action.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { dayText, moneyText, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { LoanDetail } from './api.ts'

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
          <Banner title={`Written off on ${writeOff.on ? dayText(writeOff.on) : ''}, asked by ${writeOff.askedBy}`}>
            <p>{writeOff.reason}</p>
            {writeOff.approvals.given.length > 0 && (
              <p>Approved by {writeOff.approvals.given.map(({ by }) => by).join(', ')}.</p>
            )}
            <p>
              The provision for loan losses bore <MoneyText amount={writeOff.fromProvision ?? kobo(0)} />, bad debts{' '}
              <MoneyText amount={kobo(writeOff.amount - (writeOff.fromProvision ?? 0n))} />. What comes in now is
              income.
            </p>
          </Banner>
        )
      ) : (
        <Banner title="This loan was written off">
          The cooperative no longer counts on this money, and no one guarantees it any more. It is still owed: pay at
          the office whenever you can.
        </Banner>
      )}
    </>
  )
}

function Standing({ loan }: { loan: LoanDetail }) {
  const { writtenOff, recovered, paid } = loan
  const left = leftToRecover(loan)
  return (
    <FigureGrid label="Loan figures">
      <FigureCard
        label="Written off"
        value={<MoneyText amount={writtenOff} />}
        note={`principal, of ${moneyText(loan.disbursed)} paid out`}
      />
      <FigureCard
        label="Paid since then"
        value={<MoneyText amount={recovered} />}
        note={recovered === 0n ? 'nothing came in yet' : left === 0n ? 'all of it' : `of ${moneyText(writtenOff)}`}
      />
      <FigureCard
        label="Still unpaid"
        value={<MoneyText amount={left} />}
        note={left === 0n ? 'nothing is left' : 'no day is set for it'}
      />
      <FigureCard
        label="Repaid before"
        value={<MoneyText amount={paid.principal} />}
        note={`principal, and ${moneyText(paid.interest)} interest`}
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
        title={`${askedBy} asks to write off ${moneyText(amount)}${on ? ` as of ${dayText(on)}` : ''}`}
      >
        <p>{reason}</p>
        {releasesPledges && <p>Whoever guarantees this loan would be released.</p>}
        <p>
          {approvals.given.length === 0
            ? `It takes ${plural(approvals.asked, 'approval')}.`
            : `Approved by ${approvals.given.map(({ by }) => by).join(', ')}; ${approvals.asked} needed.`}
          {!approvals.open && ' Another officer has to approve it.'}
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
                          ? `${moneyText(amount)} written off`
                          : 'Approved. It waits for another officer.',
                      ),
                  },
                )
              }
            >
              {`Approve the write-off of ${moneyText(amount)}`}
            </Button>
          )}
          <Button needs="loan.write_off" icon={X} onClick={() => setRejecting(true)}>
            Turn down
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
      title="Turn down this write-off?"
      description="The loan runs on as it is."
      button="Turn down"
      failed="The write-off was not turned down"
      done="Turned down. The loan runs on."
      onClose={onClose}
    />
  )
}
