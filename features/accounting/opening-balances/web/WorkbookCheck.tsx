import { CircleCheck, TriangleAlert } from 'lucide'
import { sheetNames } from '#features/accounting/opening-balances/rules/opening-balances.ts'
import type { Sheet } from '#features/accounting/opening-balances/rules/sheets.ts'
import { totalFacts } from '#ui/parts/OpeningTotals.tsx'
import { AgoText } from '#ui/AgoText.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { dayText } from '#ui/format.ts'
import type { OpeningBalances } from './api.ts'

/** What the workbook says: every difference, the control totals, the sums of both sides, and who signed. */
export function WorkbookCheck({ found }: { found: OpeningBalances }) {
  const { differences, differencesTotal, controls, asOf, fileName, uploadedBy, uploadedAt, difference, signatures } =
    found
  return (
    <>
      {differencesTotal > 0 && (
        <Card
          flush
          title="What to put right"
          description={
            differencesTotal > differences.length
              ? `The first ${differences.length} of ${differencesTotal}.`
              : undefined
          }
        >
          <Table
            caption="What to put right"
            columns={differenceColumns}
            rows={differences.map((row, index) => ({ ...row, key: String(index) }))}
            rowKey={(row) => row.key}
          />
        </Card>
      )}
      <Card
        flush
        title="Control totals"
        description="What each sheet comes to beside what the general ledger says of its account. What members owe is below zero."
      >
        <Table caption="Control totals" columns={controlColumns} rows={controls} rowKey={({ code }) => code} />
      </Card>
      <Card
        title={`Balances as at ${dayText(asOf)}`}
        actions={
          difference === 0n ? (
            <Tag tone="success" icon={CircleCheck}>
              Debits and credits agree
            </Tag>
          ) : (
            <Tag tone="warning" icon={TriangleAlert}>
              Differs
            </Tag>
          )
        }
      >
        <Facts
          items={[
            ...totalFacts(found),
            {
              label: 'Workbook',
              value: (
                <>
                  {fileName}, read by {uploadedBy} <AgoText at={uploadedAt} />
                </>
              ),
            },
            ...signatures.map(({ by, at }, index) => ({
              label: index === 0 ? 'First signature' : 'Second signature',
              value: (
                <>
                  {by} <AgoText at={at} />
                </>
              ),
            })),
          ]}
        />
      </Card>
    </>
  )
}

const sheetOf = (sheet: Sheet | null) => (sheet ? sheetNames[sheet] : 'Workbook')

const differenceColumns: Column<OpeningBalances['differences'][number] & { key: string }>[] = [
  {
    key: 'where',
    header: 'Where',
    width: '240px',
    cell: ({ sheet, row, column }) => [sheetOf(sheet), row !== null && `row ${row}`, column].filter(Boolean).join(', '),
  },
  { key: 'message', header: 'What to do', card: 'title', cell: ({ message }) => message },
]

const controlColumns: Column<OpeningBalances['controls'][number]>[] = [
  { key: 'account', header: 'Account', card: 'title', cell: ({ code, name }) => `${code} ${name}` },
  { key: 'sheet', header: 'Its own sheet', align: 'end', cell: ({ sheet }) => <MoneyText amount={sheet} /> },
  { key: 'ledger', header: 'General ledger', align: 'end', cell: ({ ledger }) => <MoneyText amount={ledger} /> },
  {
    key: 'difference',
    header: 'Difference',
    align: 'end',
    cell: ({ difference }) =>
      difference === 0n ? (
        <MoneyText amount={difference} />
      ) : (
        <strong>
          <MoneyText amount={difference} />
        </strong>
      ),
  },
]
