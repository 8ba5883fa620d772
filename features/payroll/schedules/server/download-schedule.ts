import { downloadSchedule as contract } from '#features/payroll/schedules/contract.ts'
import { periodName } from '#core/calendar.ts'
import { noAmounts, totalOf } from '#features/payroll/employers/rules/component.ts'
import { componentNames } from '#features/payroll/employers/rules/component.ts'
import { cellsOf, type Layout, type ListedLine } from '#features/payroll/employers/rules/layout.ts'
import { variationNames } from '#features/payroll/schedules/rules/variation.ts'
import { moneyText } from '#core/money.ts'
import { action } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { writeCsv } from '#platform/files/table-csv.ts'
import { writableTable, writeXlsx } from '#platform/files/table-file.ts'
import { amountsOf, findLines, findSchedule, findVariations, type ScheduleFacts, type Variation } from './reads.ts'
import { components } from '#features/payroll/employers/rules/words.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The list as the employer wants it. Refuses: overloaded. */
export const downloadSchedule = action(contract, async ({ tx }, { scheduleId, list = 'schedule', format }) => {
  const schedule = await findSchedule(tx, scheduleId)
  const [lines, name, sheet] =
    list === 'variations'
      ? [await variationLines(tx, schedule), 'variations', 'Variations']
      : [await scheduleLines(tx, schedule), 'deductions', 'Deductions']
  const columns = columnsOf(schedule.layout)
  return new FileDraft(async () => ({
    fileName: `${name}-${fileName(schedule.employer)}-${schedule.period}.${format}`,
    mediaType: mediaTypes[format],
    content:
      format === 'csv'
        ? await writeCsv(columns, lines)
        : await writeXlsx([writableTable({ sheet: `${sheet} ${schedule.period}`, columns }, lines)]),
  }))
})

function columnsOf(layout: Layout): TableColumn<ListedLine>[] {
  return layout.map(({ field, heading }, place): TableColumn<ListedLine> => {
    const cell = (line: ListedLine) => cellsOf(layout, line)[place]
    const isAmount = field === 'total' || (components as readonly string[]).includes(field)
    if (!isAmount) return { header: heading, kind: 'text', value: (line) => textIn(cell(line)) }
    return { header: heading, kind: 'money', value: (line) => koboIn(cell(line)) }
  })
}

type Cell = ReturnType<typeof cellsOf>[number] | undefined
const textIn = (cell: Cell) => (cell && 'text' in cell ? cell.text : null)
const koboIn = (cell: Cell) => (cell && 'kobo' in cell ? cell.kobo : null)

async function scheduleLines(tx: Tx, { id, period }: ScheduleFacts): Promise<ListedLine[]> {
  const lines = await findLines(tx, id)
  return lines.map((line) => ({ ...line, amounts: line, period: periodName(period), remarks: '' }))
}

async function variationLines(tx: Tx, schedule: ScheduleFacts): Promise<ListedLine[]> {
  const { variations } = await findVariations(tx, schedule)
  return variations.map((each) => ({
    ...each,
    amounts: amountsOf(each.now) ?? noAmounts,
    period: periodName(schedule.period),
    remarks: remarkOf(each),
  }))
}

/** What the payroll clerk is to do: “Changed: savings from ₦5,000.00 to ₦6,000.00”. */
function remarkOf({ kind, before, now }: Variation): string {
  const [old, current] = [amountsOf(before), amountsOf(now)]
  if (!old || !current) return old ? `${variationNames[kind]}, was ${moneyText(totalOf(old))}` : variationNames[kind]
  const changed = components.filter((component) => old[component] !== current[component])
  return `${variationNames[kind]}: ${changed.map((component) => `${componentNames[component].toLowerCase()} from ${moneyText(old[component])} to ${moneyText(current[component])}`).join(', ')}`
}

function fileName(employer: string): string {
  return (
    employer
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40) || 'employer'
  )
}
