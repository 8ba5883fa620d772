export const exportStatuses = ['running', 'ready', 'failed'] as const

/** How long an export waits for its download. */
export const exportKeptDays = 7
