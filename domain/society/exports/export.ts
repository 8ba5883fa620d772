export const exportStatuses = ['running', 'ready', 'failed'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** How long an export waits for its download. */
export const exportKeptDays = 7
