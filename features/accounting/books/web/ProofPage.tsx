import { useQuery } from '@tanstack/react-query'
import { proveBooks } from '#features/accounting/books/contract.ts'
import { CircleAlert, CircleCheck, Printer, RefreshCw } from 'lucide'
import { query } from '#ui/api/query.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { countText, instantText } from '#ui/format.ts'
import './ReportFrame.css'

/** The books, added up again from the first entry in front of whoever asks. */
export function ProofPage() {
  const proof = useQuery({ ...query(proveBooks, {}), gcTime: 0, staleTime: Infinity })
  const { data } = proof
  const wrong = data?.checks.find(({ holds }) => !holds)
  return (
    <Page
      title="Proof of the books"
      description={data ? `Proved ${instantText(data.at)}` : 'Everything is added up again from the first entry.'}
      actions={
        <>
          <Button icon={Printer} onClick={() => print()}>
            Print
          </Button>
          <Button icon={RefreshCw} busy={proof.isFetching} onClick={() => void proof.refetch()}>
            Prove again
          </Button>
        </>
      }
    >
      {proof.isError && <LoadProblem title="The books could not be proved now" of={proof} />}
      {!data && !proof.isError && (
        <Card>
          <p role="status">Adding up every entry of the books…</p>
          <Skeleton width="60%" />
        </Card>
      )}
      {data && (
        <div className="report stack">
          <Banner
            tone={data.holds ? 'success' : 'danger'}
            title={data.holds ? 'The books agree' : 'The books do not agree'}
          >
            {wrong
              ? wrong.wrong
              : `${countText(data.lastEntry)} entries were checked against everything that rests on them, and nothing is wrong.`}
          </Banner>
          {data.checks.map((check) => (
            <Card
              key={check.name}
              title={check.title}
              actions={
                <Tag tone={check.holds ? 'success' : 'danger'} icon={check.holds ? CircleCheck : CircleAlert}>
                  {check.holds ? 'Holds' : 'Wrong'}
                </Tag>
              }
            >
              {check.wrong && <p>{check.wrong}</p>}
              <p className="muted">
                {check.says} <span className="number">{countText(check.milliseconds)} ms.</span>
              </p>
            </Card>
          ))}
          <Card
            title="Keep this to compare later"
            description="The last entry’s number and hash cover everything before it. Written down today, they show later that nothing before was changed."
          >
            <Facts
              items={[
                { label: 'Last entry', value: <span className="number">No. {data.lastEntry}</span> },
                { label: 'Hash', value: <code className="report__hash">{data.hash}</code> },
              ]}
            />
          </Card>
        </div>
      )}
    </Page>
  )
}
