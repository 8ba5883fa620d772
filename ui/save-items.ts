import { FileSpreadsheet, FileText, Table2 } from 'lucide'
import type { FileFormat } from '#core/file-format.ts'
import type { MenuItem } from '#ui/Menu.tsx'

/** The kinds of file that a table is saved as. */
export function saveItems(begin: (format: FileFormat) => void): MenuItem[] {
  return [
    { label: 'Excel workbook', icon: FileSpreadsheet, onSelect: () => begin('xlsx') },
    { label: 'CSV', icon: Table2, onSelect: () => begin('csv') },
    { label: 'PDF to print or send', icon: FileText, onSelect: () => begin('pdf') },
  ]
}
