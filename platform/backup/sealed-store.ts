import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { CannotStart } from '#platform/cannot-start.ts'
import type { BackupTarget } from './backup-target.ts'

/** A backup that can't be used; the sentence says why and what to do. */
export class UnusableBackup extends CannotStart {
  override name = 'UnusableBackup'
}

const format = Buffer.from('AJOSE-BACKUP-1\n')
const saltLength = 32
const tagLength = 16
/** Each object has a key of its own, which seals nothing else. */
const nonce = Buffer.alloc(12)

/**
 * Objects in a target, sealed with AES-256-GCM under a key derived from the operator's, a salt and the name of the object
 * (HKDF-SHA256, RFC 5869): one that was changed, cut, or put in the place of another does not open.
 */
export class SealedStore {
  readonly #target: BackupTarget
  readonly #key: Buffer

  constructor(target: BackupTarget, key: Buffer) {
    this.#target = target
    this.#key = key
  }

  seal(name: string, content: Buffer): Buffer {
    const salt = randomBytes(saltLength)
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(name, salt), nonce)
    return Buffer.concat([format, salt, cipher.update(content), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws UnusableBackup where these are not the bytes that were sealed under this name and key. */
  open(name: string, sealed: Buffer): Buffer {
    const body = sealed.subarray(format.length + saltLength, sealed.length - tagLength)
    try {
      const salt = sealed.subarray(format.length, format.length + saltLength)
      const cipher = createDecipheriv('aes-256-gcm', this.#keyOf(name, salt), nonce, { authTagLength: tagLength })
      cipher.setAuthTag(sealed.subarray(sealed.length - tagLength))
      if (!sealed.subarray(0, format.length).equals(format)) throw new Error('another format')
      return Buffer.concat([cipher.update(body), cipher.final()])
    } catch (cause) {
      throw new UnusableBackup(`The file ${name} of the backup is damaged or was changed.`, { cause })
    }
  }

  /** Stores what `seal` made, and reads it back. */
  async putSealed(name: string, sealed: Buffer): Promise<void> {
    await this.#target.put(name, sealed)
    const stored = await this.#target.get(name)
    if (!stored?.equals(sealed)) throw new UnusableBackup(`The file ${name} of the backup is not what was written.`)
  }

  put(name: string, content: Buffer): Promise<void> {
    return this.putSealed(name, this.seal(name, content))
  }

  /** Throws UnusableBackup where it is missing. */
  async get(name: string): Promise<Buffer> {
    const content = await this.find(name)
    if (!content) throw new UnusableBackup(`The file ${name} of the backup is missing.`)
    return content
  }

  async find(name: string): Promise<Buffer | undefined> {
    const sealed = await this.#target.get(name)
    return sealed && this.open(name, sealed)
  }

  list(prefix: string): Promise<string[]> {
    return this.#target.list(prefix)
  }

  delete(name: string): Promise<void> {
    return this.#target.delete(name)
  }

  #keyOf(name: string, salt: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, salt, `ajose backup ${name}`, 32))
  }
}
