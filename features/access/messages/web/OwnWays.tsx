import { useQuery } from '@tanstack/react-query'
import { getOwnWays, setOwnWay } from '#features/access/messages/contract.ts'
import type { MessageWay } from '#features/access/messages/rules/message.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { choosableWords, wayWords } from '#ui/parts/message-ways.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** How each kind of message comes to the member, saved with each choice. */
export function OwnWays() {
  const asked = useQuery(query(getOwnWays, {}))
  const change = useAction(setOwnWay, { onSuccess: () => toast.success(strings.saved) })
  return (
    <Card title={strings.howMessagesReachYou} description={strings.everythingIsInTheApp}>
      {asked.isError && <LoadProblem title={strings.failedToLoadYourChoices} of={asked} />}
      {asked.isPending && <SkeletonLines lines={4} />}
      <div className="stack">
        {asked.data?.map(({ kind, way, usual, offered }) => (
          <Select
            key={kind}
            label={choosableWords[kind]}
            value={way ?? ''}
            placeholder={
              usual ? fill(strings.asYourCooperative, { usual: usualWords[usual] }) : strings.asYourCooperativeSendsThem
            }
            options={optionsOf(offered, wayWords)}
            onChange={(next) => change.mutate({ kind, way: (next || null) as MessageWay | null })}
          />
        ))}
      </div>
      {change.error && <RefusedBanner error={change.error} title={strings.yourChoiceWasNotSaved} />}
    </Card>
  )
}

/** Short, beside the words before it on a phone. */
const usualWords = { app: strings.appOnly, sms: 'by SMS', email: strings.byEmail, both: strings.smsAndEmail } as const
