import { CircleCheck, TriangleAlert } from 'lucide'
import { sheetNames } from '#domain/society/opening-balances/opening-balances.ts'
import type { Sheet } from '#domain/society/opening-balances/sheets.ts'
import { AgoText } from '#web/ui/AgoText.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { countText, dayText } from '#web/ui/format.ts'
import type { OpeningBalances } from './api.ts'

/** What the workbook says: every difference, the control totals, the sums of both sides, and who signed. */
export function WorkbookCheck({ found }: { found: OpeningBalances }) {
  const {
    differences,
    differencesTotal,
    controls,
    asOf,
    fileName,
    uploadedBy,
    uploadedAt,
    members,
    loans,
    lent,
    arrears,
    debit,
    credit,
    difference,
    signatures,
  } = found
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
        description="What members hold, and what they owe below zero, beside what the general ledger says."
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
            { label: 'Debits', value: <MoneyText amount={debit} /> },
            { label: 'Credits', value: <MoneyText amount={credit} /> },
            { label: 'Difference', value: <MoneyText amount={difference} /> },
            { label: 'Members with a balance', value: countText(members) },
            ...(loans > 0
              ? [
                  {
                    label: 'Running loans',
                    value: (
                      <>
                        {countText(loans)}, <MoneyText amount={lent} /> outstanding
                      </>
                    ),
                  },
                ]
              : []),
            ...(arrears > 0n ? [{ label: 'Contributions in arrears', value: <MoneyText amount={arrears} /> }] : []),
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
  { key: 'members', header: 'Members', align: 'end', cell: ({ members }) => <MoneyText amount={members} /> },
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
