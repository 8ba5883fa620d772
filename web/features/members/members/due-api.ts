import { useQueryClient } from '@tanstack/react-query'
import { changeDueFrom } from '#contract/members/due-from.ts'
import { useAction } from '#web/api/use-action.ts'

/** What a member owes appears in lists, months and figures alike: after a change all of them are asked for again. */
export function useChangeDueFrom() {
  const queries = useQueryClient()
  return useAction(changeDueFrom, { onSuccess: () => queries.invalidateQueries() })
}
