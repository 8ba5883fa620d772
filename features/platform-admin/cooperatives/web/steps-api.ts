import { useQueryClient } from '@tanstack/react-query'
import { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { query } from '#ui/api/query.ts'

/** Whether the society still misses members or a first receipt, as far as the dashboard has shown it; no page asks for that alone. */
export function useIsSettingUp(): boolean {
  const known = useQueryClient().getQueryData(query(getStatistics, {}).queryKey)?.cooperative?.firstSteps
  return known !== undefined && !(known.members && known.receipt)
}
