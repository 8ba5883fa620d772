import { Check } from 'lucide'
import { answerMeeting } from '#features/governance/meetings/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { toast } from '#ui/toast.ts'
import type { Meeting } from './api.ts'
import * as strings from './strings.ts'

/** Whether the member will come, until the meeting's day is over. */
export function OwnAnswer({ meeting: { id, ownAnswer } }: { meeting: Meeting }) {
  const answer = useAction(answerMeeting, { onSuccess: () => toast.success(strings.yourAnswerWasSaved) })
  return (
    <Card title={strings.willYouCome} description={strings.yourOfficersSeeYourAnswer}>
      <div className="row">
        {([true, false] as const).map((isComing) => (
          <Button
            key={String(isComing)}
            look={ownAnswer === isComing ? 'primary' : 'secondary'}
            {...(ownAnswer === isComing && { icon: Check })}
            aria-pressed={ownAnswer === isComing}
            busy={answer.isPending && answer.variables?.isComing === isComing}
            onClick={() => answer.mutate({ id, isComing })}
          >
            {isComing ? strings.iWillCome : strings.iCantCome}
          </Button>
        ))}
      </div>
      {answer.error && <RefusedBanner error={answer.error} title={strings.yourAnswerWasNotSaved} />}
    </Card>
  )
}
