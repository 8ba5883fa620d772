import { ImportWizard } from './ImportWizard.tsx'

/** A register from a spreadsheet. */
export function ImportPage() {
  return <ImportWizard kind="members" />
}
