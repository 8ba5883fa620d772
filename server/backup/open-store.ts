import type { BackupSettings } from './backup-settings.ts'
import { folderTarget } from './backup-target.ts'
import { s3Target } from './s3-target.ts'
import { SealedStore } from './sealed-store.ts'

export function openStore({ place, key }: Pick<BackupSettings, 'place' | 'key'>): SealedStore {
  return new SealedStore('folder' in place ? folderTarget(place.folder) : s3Target(place.s3), key)
}
