export const importKinds = ['members', 'contributions'] as const
export type ImportKind = (typeof importKinds)[number]

/** mapping: columns are still to be matched; checked: every cell has been looked at; posting; posted; failed. */
export const importStatuses = ['mapping', 'checked', 'posting', 'posted', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]
