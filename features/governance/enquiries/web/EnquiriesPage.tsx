import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide'
import { Suspense, lazy } from 'react'
import { listEnquiries } from '#features/governance/enquiries/contract.ts'
import { query } from '#ui/api/query.ts'
import { useNavigate } from '#ui/router/place.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { EnquiryList } from './EnquiryList.tsx'

const EnquiryDrawer = lazy(async () => ({ default: (await import('./EnquiryDrawer.tsx')).EnquiryDrawer }))

/** What members and the auditor ask of the officers. */
export function EnquiriesPage() {
  const { filter, set } = useListSearch()
  const navigate = useNavigate()
  const canSend = useQuery(query(listEnquiries, { page: 1, limit: 1 })).data?.summary.canSend ?? []
  return (
    <Page
      title="Complaints and queries"
      description="What members and the auditor ask of the officers, with the answers."
      actions={
        canSend.length > 0 && (
          <Button look="primary" icon={MessageSquareText} onClick={() => set({ ask: 'new' })}>
            Raise a query
          </Button>
        )
      }
    >
      <EnquiryList
        to="/coop/governance/enquiries/$enquiryId"
        empty={(isFiltered) => (
          <EmptyState icon={MessageSquareText} title={isFiltered ? 'Nothing matches' : 'Nothing was asked yet'}>
            {isFiltered
              ? 'Search for something else, or take a filter away.'
              : 'Members send complaints and suggestions from their portal, the auditor raises queries here.'}
          </EmptyState>
        )}
      />
      <Suspense>
        {filter('ask') !== '' && canSend.length > 0 && (
          <EnquiryDrawer
            kinds={canSend}
            onClose={() => set({ ask: undefined })}
            onSent={({ id }) => navigate({ to: '/coop/governance/enquiries/$enquiryId', params: { enquiryId: id } })}
          />
        )}
      </Suspense>
    </Page>
  )
}
