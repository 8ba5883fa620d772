import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { closeEnquiry, getEnquiry } from '#features/governance/enquiries/contract.ts'
import { enquiryKindNames } from '#features/governance/enquiries/rules/enquiry.ts'
import type { EnquiryId } from '#core/ids.ts'
import { sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useParams } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import type { Enquiry } from './api.ts'
import { EnquiryTag } from './EnquiryTag.tsx'
import { Thread } from './Thread.tsx'
import { WriteForm } from './WriteForm.tsx'

/** One of them as its asker or the officers see it, each with what they can do. */
export function EnquiryPage() {
  const { enquiryId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getEnquiry, { id: enquiryId as EnquiryId }))
  return (
    <Page
      title={data?.subject ?? 'Complaints and queries'}
      description={
        data && (
          <span className="row">
            {enquiryKindNames[data.kind]} <EnquiryTag status={data.status} />
          </span>
        )
      }
      actions={data?.canWriteAs === 'asker' && <CloseButton enquiry={data} />}
      narrow
    >
      {error ? (
        <LoadProblem title="Failed to load it" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="stack">
          <Thread enquiry={data} />
          {data.status === 'closed' ? (
            <Banner>Closed by {data.closedBy}.</Banner>
          ) : (
            data.canWriteAs && <WriteForm enquiry={data} as={data.canWriteAs} />
          )}
        </div>
      ) : (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
    </Page>
  )
}

function CloseButton({ enquiry: { id } }: { enquiry: Enquiry }) {
  const close = useAction(closeEnquiry, {
    onSuccess: () => toast.success('Closed'),
    onError: (error) => toast.error(sentence(error)),
  })
  return (
    <Button icon={CircleCheck} busy={close.isPending} onClick={() => close.mutate({ id })}>
      It is settled
    </Button>
  )
}
