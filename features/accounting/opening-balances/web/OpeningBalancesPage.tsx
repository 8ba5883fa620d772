import { useQuery } from '@tanstack/react-query'
import { getApprovalRules } from '#features/savings/transactions/approval-rules.ts'
import { getOpeningBalances } from '#features/accounting/opening-balances/contract.ts'
import { Download, FileSpreadsheet, FileUp, PenLine } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { sentence } from '#ui/api/api-error.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { dayText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { type OpeningBalances, useDownloadWorkbook } from './api.ts'

const ChooseOfficer = lazy(async () => ({ default: (await import('#ui/parts/ChooseOfficer.tsx')).ChooseOfficer }))
const WorkbookDialog = lazy(async () => ({ default: (await import('./WorkbookDialog.tsx')).WorkbookDialog }))
const SignDialog = lazy(async () => ({ default: (await import('./SignDialog.tsx')).SignDialog }))
const WorkbookCheck = lazy(async () => ({ default: (await import('./WorkbookCheck.tsx')).WorkbookCheck }))

/** What a society brings from its old books: read, agreed, signed by two officers, posted as one. */
export function OpeningBalancesPage() {
  const found = useQuery(query(getOpeningBalances, {}))
  const file = useDownloadWorkbook()
  const [open, setOpen] = useState<'read' | 'sign'>()
  const close = () => setOpen(undefined)
  const data = found.data
  const template = (
    <Button
      icon={Download}
      busy={file.isPending}
      onClick={() => file.mutate(undefined, { onError: (error) => toast.error(sentence(error)) })}
    >
      Download the workbook
    </Button>
  )
  const isEmpty = data === null
  const mayRead = isEmpty || data?.status === 'unsigned'
  const read = (
    <Button
      needs="books.manage"
      look={data?.open ? undefined : 'primary'}
      icon={FileUp}
      onClick={() => setOpen('read')}
    >
      {isEmpty ? 'Read the workbook' : 'Read it again'}
    </Button>
  )
  return (
    <Page
      title="Opening balances"
      description="What the society brings from its old books, as at the day on which it starts here."
      actions={
        data && (
          <>
            {mayRead && template}
            {mayRead && read}
            {data.open && (
              <Button needs="books.manage" look="primary" icon={PenLine} onClick={() => setOpen('sign')}>
                Sign
              </Button>
            )}
          </>
        )
      }
    >
      {data !== undefined && data?.status !== 'approved' && <SecondOfficer />}
      {found.isError ? (
        <Card>
          <LoadProblem title="Failed to load the opening balances" of={found} />
        </Card>
      ) : data === undefined ? (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      ) : data === null ? (
        <>
          <Card flush>
            <EmptyState
              icon={FileSpreadsheet}
              title="No workbook is read yet"
              actions={
                <>
                  {template}
                  {read}
                </>
              }
            >
              Download the workbook with your members, account types and chart. Fill in what was on each that day, and
              read it here. In the middle of your financial year, income and expenses to date are part of it.
            </EmptyState>
          </Card>
          <Banner title="Loans, fixed deposits and fixed assets come along">
            Each has a sheet of its own, with a row for each loan, deposit or asset as it was that day. It goes on from
            there as any other does. Money that you hold for somebody unknown has a sheet too. Leave the sheets empty
            that you do not need.
          </Banner>
        </>
      ) : (
        <>
          <Standing found={data} />
          <Suspense
            fallback={
              <Card>
                <SkeletonLines lines={6} />
              </Card>
            }
          >
            <WorkbookCheck found={data} />
          </Suspense>
        </>
      )}
      <Suspense>
        {open === 'read' && <WorkbookDialog asOf={data?.asOf} onClose={close} />}
        {open === 'sign' && data && <SignDialog found={data} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** Where no one else could sign second: asked for before the work, not at its end. */
function SecondOfficer() {
  const { data } = useQuery({ ...query(getApprovalRules, {}), enabled: may('approval.list') })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined || data.officers > 1) return null
  return (
    <Banner
      tone="warning"
      title="Two officers sign opening balances, and no second one has a login yet"
      actions={
        <Button needs="member.roles" onClick={() => setOpen(true)}>
          Choose a member
        </Button>
      }
    >
      Make a member an admin or the treasurer now. They sign once they have logged in.
      <Suspense>{isOpen && <ChooseOfficer onClose={() => setOpen(false)} />}</Suspense>
    </Banner>
  )
}

/** How far it has come, and who is to do what next. */
function Standing({
  found: { status, differencesTotal, asOf, entryId, entryNumber, uploadedBy, open, signatures },
}: {
  found: OpeningBalances
}) {
  if (status === 'approved' && entryId) {
    return (
      <Banner tone="success" title={`In the books as at ${dayText(asOf)}`}>
        All of it is one entry,{' '}
        <Link to="/coop/financial-operations/reports/entries/$entryId" params={{ entryId }}>
          No. {entryNumber}
        </Link>
        . Another workbook can be read only after that entry is{' '}
        <Link to="/coop/financial-operations/transactions" search={{ type: 'opening' }}>
          reversed as one
        </Link>
        .
      </Banner>
    )
  }
  if (differencesTotal > 0) {
    return (
      <Banner tone="warning" title={`${plural(differencesTotal, 'problem')} to correct`}>
        Nothing can be signed or posted while one remains. Correct the workbook and read it again.
      </Banner>
    )
  }
  if (status === 'pending') {
    return (
      <Banner title={`Signed by ${signatures[0]?.by ?? uploadedBy}`}>
        {open
          ? 'Compare the control totals with your old books. Your signature posts all of it as one entry.'
          : 'Another officer signs second; that posts all of it as one entry.'}{' '}
        To turn it down, reject it under{' '}
        <Link to="/coop/financial-operations/transactions" search={{ tab: 'approvals' }}>
          Approvals
        </Link>
        .
      </Banner>
    )
  }
  return (
    <Banner tone="success" title="Everything agrees">
      {open
        ? 'Sign it; another officer signs second, and that posts it.'
        : `${uploadedBy} read this workbook and signs first. Another officer signs second.`}
    </Banner>
  )
}
