import type { BackupSettings } from './backup-settings.ts'
import { type BackupTarget, folderTarget } from './backup-target.ts'
import { s3Target } from './s3-target.ts'
import { SealedStore } from './sealed-store.ts'

export function openTarget({ place }: Pick<BackupSettings, 'place'>): BackupTarget {
  return 'folder' in place ? folderTarget(place.folder) : s3Target(place.s3)
}

export function openStore(settings: Pick<BackupSettings, 'place' | 'key'>): SealedStore {
  return new SealedStore(openTarget(settings), settings.key)
}
