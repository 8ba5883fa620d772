import { ImportWizard } from './ImportWizard.tsx'

/** A month of contributions from a spreadsheet, posted as one voucher. */
export function ContributionImportPage() {
  return <ImportWizard kind="contributions" />
}
