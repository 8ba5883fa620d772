import { folderTarget } from './backup-target.ts'
import type { BackupSettings } from './backup-settings.ts'
import { SealedStore } from './sealed-store.ts'

export function openStore({ url, key }: Pick<BackupSettings, 'url' | 'key'>): SealedStore {
  return new SealedStore(folderTarget(url), key)
}
