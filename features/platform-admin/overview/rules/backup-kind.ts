/** Who makes backups: no one, the tool of a database of one's own, or this server. */
export const backupKinds = ['off', 'own', 'here'] as const
export type BackupKind = (typeof backupKinds)[number]
