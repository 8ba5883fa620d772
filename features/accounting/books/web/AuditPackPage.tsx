import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide'
import { useState } from 'react'
import { getAuditPack } from '#features/governance/audit/contract.ts'
import { isDay } from '#core/calendar.ts'
import { sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { toast } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { useDays } from './ReportFrame.tsx'

type Part = { title: string; says: string }
type Format = 'xlsx' | 'pdf'

const columns: Column<Part>[] = [
  { key: 'title', header: 'Part', card: 'title', width: '240px', cell: ({ title }) => title },
  { key: 'says', header: 'What it shows', cell: ({ says }) => says },
]

/** All that an auditor asks for, of one year, as one file. */
export function AuditPackPage() {
  const { set } = useListSearch()
  const days = useDays()
  const asked = useQuery({ ...query(getAuditPack, days), placeholderData: keepPreviousData })
  const [making, setMaking] = useState<Format>()
  const { data } = asked
  const from = days.from ?? data?.from
  const to = days.to ?? data?.to ?? todayInLagos()
  const year = data?.years.find((each) => each.from === from && (each.to === to || (!each.isClosed && to < each.to)))
  const save = (format: Format) => {
    setMaking(format)
    saveDownload(getAuditPack, { ...days, format }, `audit-pack.${format}`)
      .catch((error: unknown) => toast.error(sentence(error)))
      .finally(() => setMaking(undefined))
  }
  return (
    <Page
      title="Audit pack"
      description={data && `${dayText(data.from)} to ${dayText(data.to)}`}
      actions={
        <>
          <Button icon={FileSpreadsheet} busy={making === 'xlsx'} disabled={!data} onClick={() => save('xlsx')}>
            Download Excel
          </Button>
          <Button icon={FileText} busy={making === 'pdf'} disabled={!data} onClick={() => save('pdf')}>
            Download PDF
          </Button>
        </>
      }
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the audit pack" of={asked} />
      ) : (
        <div className="stack">
          <Toolbar>
            <Select
              label="Year of account"
              value={year?.to ?? ''}
              placeholder="Other days"
              options={(data?.years ?? []).map((each) => ({
                value: each.to,
                label: `${dayText(each.from)} to ${dayText(each.to)}${each.isClosed ? ', closed' : ''}`,
              }))}
              onChange={(end) => {
                const chosen = data?.years.find((each) => each.to === end)
                if (chosen) set({ from: chosen.from, to: chosen.to > todayInLagos() ? undefined : chosen.to })
              }}
            />
            <DateField
              label="From"
              max={to}
              value={from ?? ''}
              onChange={(text) => set({ from: isDay(text) ? text : undefined })}
            />
            <DateField
              label="To"
              min={from}
              value={to}
              onChange={(text) => set({ to: isDay(text) ? text : undefined })}
            />
          </Toolbar>
          {year && !year.isClosed && (
            <Banner tone="info" title="This year is not closed">
              Its figures can still change. The pack says what the books hold now.
            </Banner>
          )}
          <Card
            title="What is in it"
            description="Each part is a sheet of the workbook and a section of the PDF."
            flush
          >
            <Table
              caption="Parts of the audit pack"
              columns={columns}
              rows={data?.parts}
              rowKey={({ title }) => title}
              empty={null}
            />
          </Card>
        </div>
      )}
    </Page>
  )
}
