import { Check } from 'lucide'
import { answerMeeting } from '#contract/governance/governance.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Meeting } from './api.ts'

/** Whether the member will come, until the meeting's day is over. */
export function OwnAnswer({ meeting: { id, ownAnswer } }: { meeting: Meeting }) {
  const answer = useAction(answerMeeting, { onSuccess: () => toast.success('Your answer was saved') })
  return (
    <Card title="Will you come?" description="Your officers see your answer. You can change it until the day is over.">
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
            {isComing ? 'I will come' : 'I can’t come'}
          </Button>
        ))}
      </div>
      {answer.error && <RefusedBanner error={answer.error} title="Your answer was not saved" />}
    </Card>
  )
}
