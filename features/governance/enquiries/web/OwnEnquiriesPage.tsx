import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide'
import { Suspense, lazy, useEffect, useState } from 'react'
import { listEnquiries } from '#features/governance/enquiries/contract.ts'
import { memberKinds } from '#features/governance/enquiries/rules/enquiry.ts'
import { query } from '#ui/api/query.ts'
import { useNavigate } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { EnquiryList } from './EnquiryList.tsx'
import { type StoredEnquiry, readKept } from './kept-api.ts'

const EnquiryDrawer = lazy(async () => ({ default: (await import('./EnquiryDrawer.tsx')).EnquiryDrawer }))
const NamelessEnquiries = lazy(async () => ({ default: (await import('./NamelessEnquiries.tsx')).NamelessEnquiries }))

/** What a member has sent to the officers, with their answers. */
export function OwnEnquiriesPage() {
  const { filter, set } = useListSearch()
  const navigate = useNavigate()
  const pass = useQuery(query(listEnquiries, { page: 1, limit: 1 })).data?.summary.pass ?? undefined
  const [kept, setKept] = useState<StoredEnquiry[]>(readKept)
  const [code, setCode] = useState<string>()
  const [isUnproved, setIsUnproved] = useState(false)
  // At the first look of the month, so that nothing is asked for when something is sent. What fails is tried again then.
  useEffect(() => {
    void import('./token-api.ts').then(
      async ({ prepareTokens }) => setIsUnproved(await prepareTokens()),
      () => undefined,
    )
  }, [])
  const write = (
    <Button look="primary" icon={MessageSquareText} onClick={() => set({ ask: 'new' })}>
      Write to the officers
    </Button>
  )
  return (
    <Page
      title="Complaints and suggestions"
      description="Write to your officers and read their answers. You can do it without your name."
      actions={write}
    >
      <div className="stack">
        {code && (
          <Banner tone="success" title="Sent without your name">
            Write this code down. It is the only way to read the answer: <code>{code}</code>
          </Banner>
        )}
        <EnquiryList
          to="/member/meetings/enquiries/$enquiryId"
          empty={(isFiltered) => (
            <EmptyState icon={MessageSquareText} title={isFiltered ? 'Nothing matches' : 'Nothing sent yet'}>
              {isFiltered
                ? 'Search for something else, or take a filter away.'
                : 'What you send with your name appears here with the answer.'}
            </EmptyState>
          )}
        />
        <Suspense>
          <NamelessEnquiries kept={kept} pass={pass} onChange={() => setKept(readKept())} />
        </Suspense>
      </div>
      <Suspense>
        {filter('ask') !== '' && (
          <EnquiryDrawer
            kinds={memberKinds}
            pass={pass}
            isUnproved={isUnproved}
            onClose={() => set({ ask: undefined })}
            onSent={({ id }) => navigate({ to: '/member/meetings/enquiries/$enquiryId', params: { enquiryId: id } })}
            onSentWithoutName={({ reference }) => {
              setCode(reference)
              setIsUnproved(false)
              setKept(readKept())
              set({ ask: undefined })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
