import sharp, { type Sharp } from 'sharp'
import { refuse } from '#core/refusal.ts'

const pixelsMax = 24_000_000
// Each picture on one core leaves the server its own.
sharp.concurrency(1)
// The process reads many pictures, none twice.
sharp.cache(false)

/** Draws a picture again, so that nothing but the picture is kept. It runs outside the server's process. Refuses: document_unreadable. */
export async function redraw(content: Uint8Array, draw: (picture: Sharp) => Sharp): Promise<Buffer> {
  try {
    return await draw(sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' }).rotate()).toBuffer()
  } catch {
    // sharp throws only for what it can't decode or finds too large, which is the sender's to mend.
    return refuse('document_unreadable', { field: 'file' })
  }
}
