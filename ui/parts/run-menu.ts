import { FileSpreadsheet, Table2, Undo2 } from 'lucide'
import { sentence } from '#ui/api/api-error.ts'
import { menuColumn } from '#ui/menu-column.tsx'
import { toast } from '#ui/toast.ts'

/** What can be done with what was posted for many members: its list as a file, and its reversal. */
export function runMenu<Run extends { status: string }>(
  nameOf: (run: Run) => string,
  save: (run: Run, format: 'xlsx' | 'csv') => Promise<unknown>,
  reverse: (run: Run) => void,
) {
  const saveOrSay = (run: Run, format: 'xlsx' | 'csv') => () =>
    void save(run, format).catch((error: unknown) => toast.error(sentence(error)))
  return menuColumn<Run>(
    nameOf,
    (run) => [
      { label: 'Excel workbook', icon: FileSpreadsheet, onSelect: saveOrSay(run, 'xlsx') },
      { label: 'CSV', icon: Table2, onSelect: saveOrSay(run, 'csv') },
      ...(run.status === 'approved'
        ? [
            {
              label: 'Reverse',
              needs: 'transaction.decide' as const,
              icon: Undo2,
              danger: true,
              onSelect: () => reverse(run),
            },
          ]
        : []),
    ],
    'corner',
  )
}
