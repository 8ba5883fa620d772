import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { getSmsBudget, setSmsBudget } from '#features/access/messages/contract.ts'
import { smsMonthMaxMax } from '#features/access/messages/rules/message.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { countText } from '#ui/format.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

type Budget = Replied<typeof getSmsBudget>

/** How many SMS a month may have, and how many it has had. */
export function SmsLimit() {
  const asked = useQuery(query(getSmsBudget, {}))
  return (
    <Card title="SMS limit" description={asked.data && usedText(asked.data)}>
      {asked.isError && <LoadProblem title="Failed to load the limit" of={asked} />}
      {asked.isPending && <SkeletonLines lines={2} />}
      {asked.data && <Limit key={asked.data.max} budget={asked.data} />}
    </Card>
  )
}

function usedText({ max, used, partCost }: Budget): string {
  const cost = moneyText((partCost * BigInt(used)) as Kobo)
  return `${countText(used)}${max === null ? '' : ` of ${countText(max)}`} SMS this month, about ${cost} at ${moneyText(partCost)} each. Long texts count as several.`
}

function Limit({ budget: { max } }: { budget: Budget }) {
  const [typed, setTyped] = useState(max === null ? '' : String(max))
  const [tries, setTries] = useState(0)
  const change = useAction(setSmsBudget, { onSuccess: () => toast.success('Limit saved') })
  const wanted = typed.trim() === '' ? null : Number(typed)
  const problem =
    wanted !== null && !(Number.isInteger(wanted) && wanted >= 0 && wanted <= smsMonthMaxMax)
      ? 'Enter a whole number, or nothing for no limit'
      : undefined
  function submit() {
    setTries(tries + 1)
    if (problem === undefined) change.mutate({ max: wanted })
  }
  return (
    <ReadOnlyUnless may="notification.send">
      <Form className="stack" problems={problem ? tries : change.error} onSubmit={submit}>
        <TextField
          label="Monthly limit"
          hint="Beyond it nothing goes to many members by SMS. Codes and messages to one member always do. Empty: no limit."
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          error={(tries > 0 ? problem : undefined) ?? fieldErrors(change.error)['max']}
        />
        {change.error && <RefusedBanner error={change.error} title="The limit was not saved" />}
        <div>
          <Button needs="notification.send" look="primary" type="submit" busy={change.isPending}>
            Save limit
          </Button>
        </div>
      </Form>
    </ReadOnlyUnless>
  )
}
