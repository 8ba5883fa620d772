// What opens over the register and over a member: one file, fetched with the first of them.
export { ColumnsDialog } from './ColumnsDialog.tsx'
export { FiltersDrawer } from './FiltersDrawer.tsx'
export { LogMemberOutDialog } from './LogMemberOutDialog.tsx'
export { ResetActivationDialog } from './ResetActivationDialog.tsx'
export { SlipsDialog } from './SlipsDialog.tsx'
export { StatusDialog } from './StatusDialog.tsx'
export { StatusHistory } from './StatusHistory.tsx'
export { ManageViewsDialog, SaveViewDialog } from './ViewDialogs.tsx'
