import { recordMovement } from '#contract/money/movements.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

export function useRecordMovement() {
  return useAction(recordMovement, { onSuccess: useRefreshAll() })
}
