import { recordMovement } from '#contract/movements.ts'
import { useAction } from '#web/api/use-action.ts'
import { useRefreshAll } from './api.ts'

export function useRecordMovement() {
  return useAction(recordMovement, { onSuccess: useRefreshAll() })
}
