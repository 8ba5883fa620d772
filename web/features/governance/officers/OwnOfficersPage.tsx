import { useQuery } from '@tanstack/react-query'
import { getOfficers } from '#contract/governance/officers.ts'
import { query } from '#web/api/query.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PostTable } from './PostTable.tsx'

/** Who leads the society, for its members. */
export function OwnOfficersPage() {
  const register = useQuery(query(getOfficers, {}))
  return (
    <Page title="Officers" description="Who holds which post and committee seat of your cooperative.">
      {register.isError ? (
        <LoadProblem title="Failed to load the officers" of={register} />
      ) : (
        <Card flush>
          <PostTable posts={register.data?.posts} />
        </Card>
      )}
    </Page>
  )
}
